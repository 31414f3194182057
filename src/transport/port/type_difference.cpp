// SPDX-License-Identifier: Apache-2.0
#include "transport/port/type_difference.hpp"

#include <baton/msg/difference.hpp>
#include <baton/msg/reflection.hpp>
#include <baton/msg/type_hash.hpp>

namespace baton::transport {
namespace {

/// A limit, because the refusal travels in one packet and a stranger chooses the names in it.
constexpr std::size_t max_text_bytes = 1000;

}  // namespace

std::string difference_of_types(const msg::TypeSupport& published, std::string_view description,
                                std::string_view hash) {
  const auto expected = msg::parse_type_hash(hash);
  if (!expected) return {};
  std::string error;
  const auto subscribed = msg::ReflectedType::parse(description, *expected, error);
  if (!subscribed) return {};
  // The refusal shows both type names anyway. So compare the fields as if the names were equal.
  msg::TypeSupport renamed = subscribed->type();
  renamed.type_name = published.type_name;
  std::string text =
      msg::first_difference(published, renamed, "in the publisher", "in the subscription");
  if (text.empty()) return "their fields are the same";
  if (text.size() > max_text_bytes) text = text.substr(0, max_text_bytes) + "...";
  return text;
}

}  // namespace baton::transport
