// SPDX-License-Identifier: Apache-2.0
// Converts a stranger's JSON into structures without the conversions that JSON libraries make by
// themselves: a record of 2^32 + 1 must not become record 1, nor `true` or 1.5 a number.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

namespace baton::shm {

namespace detail {

/// True if every member of `ours` is in `theirs` with the same value. Recurses as deep as `ours`
/// goes.
inline bool says_the_same(const nlohmann::json& theirs, const nlohmann::json& ours) {
  if (ours.is_object()) {
    for (const auto& [key, value] : ours.items()) {
      if (!says_the_same(theirs.at(key), value)) return false;
    }
    return true;
  }
  if (ours.is_array()) {
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (!says_the_same(theirs.at(i), ours[i])) return false;
    }
    return true;
  }
  return theirs == ours;
}

}  // namespace detail

/// Throws nlohmann::json::exception for what is no JSON, and for numbers that no field can hold:
/// negative ones and fractions.
inline nlohmann::json parse_strictly(std::string_view text) {
  using nlohmann::json;
  return json::parse(text, [](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::value && value.is_number() && !value.is_number_unsigned()) {
      throw json::other_error::create(501, "a number is negative or no whole number", nullptr);
    }
    return true;
  });
}

/// A T from what parse_strictly() returned. Throws nlohmann::json::exception if a field is missing,
/// of another type, or does not fit.
template <class T>
T read_strictly(const nlohmann::json& theirs) {
  T value = theirs.get<T>();
  if (!detail::says_the_same(theirs, value)) {
    throw nlohmann::json::other_error::create(501, "a number does not fit its field", nullptr);
  }
  return value;
}

}  // namespace baton::shm
