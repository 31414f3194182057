// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#include <baton/msg/message_traits.hpp>
#include <golden/msg/detail/pair__struct.hpp>
#include <golden/msg/detail/pair__type_support.hpp>

namespace golden::msg {
using ::baton::msg::to_block_style_yaml;
using ::baton::msg::to_flow_style_yaml;
using ::baton::msg::to_yaml;
}  // namespace golden::msg

namespace rosidl_generator_traits {

template <>
inline const char* data_type<::golden::msg::Half>() {
  return "golden::msg::Half";
}
template <>
inline const char* name<::golden::msg::Half>() {
  return "golden/msg/Half";
}
template <>
struct has_fixed_size<::golden::msg::Half> : std::true_type {};
template <>
struct has_bounded_size<::golden::msg::Half> : std::true_type {};
template <>
struct is_message<::golden::msg::Half> : std::true_type {};

template <>
inline const char* data_type<::golden::msg::Pair>() {
  return "golden::msg::Pair";
}
template <>
inline const char* name<::golden::msg::Pair>() {
  return "golden/msg/Pair";
}
template <>
struct has_fixed_size<::golden::msg::Pair> : std::true_type {};
template <>
struct has_bounded_size<::golden::msg::Pair> : std::true_type {};
template <>
struct is_message<::golden::msg::Pair> : std::true_type {};

}  // namespace rosidl_generator_traits
