// SPDX-License-Identifier: Apache-2.0
//
// Fields by name at run time: "pose.position.x", "fields[2].name".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// A value within a message. An element of an array or sequence is a field of shape single, whose
/// offset means nothing; so is the message itself.
struct FieldPlace {
  Field field{};
  const void* address = nullptr;
};

/// The value that the path leads to. The empty path is the message. If there is none, the result is
/// empty, and `error` says which fields there are, or how many elements.
BATON_PUBLIC std::optional<FieldPlace> find_field(const TypeSupport& type, const void* message,
                                                  std::string_view path, std::string& error);

/// Elements of an array or sequence; 1 for what is neither.
BATON_PUBLIC std::size_t element_count(const FieldPlace& place) noexcept;
/// An element of an array or sequence; `index` is below element_count().
BATON_PUBLIC FieldPlace element(const FieldPlace& place, std::size_t index);

/// The value of a number or bool; empty if the place is neither.
BATON_PUBLIC std::optional<double> as_number(const FieldPlace& place) noexcept;
/// The characters of a string, in the message; empty if the place is no string.
BATON_PUBLIC std::optional<std::string_view> as_text(const FieldPlace& place) noexcept;

}  // namespace baton::msg
