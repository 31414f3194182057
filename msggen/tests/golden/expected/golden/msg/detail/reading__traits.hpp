// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#include <baton/msg/message_traits.hpp>
#include <builtin_interfaces/msg/detail/time__traits.hpp>
#include <golden/msg/detail/reading__struct.hpp>
#include <golden/msg/detail/reading__type_support.hpp>

namespace golden::msg {
using ::baton::msg::to_block_style_yaml;
using ::baton::msg::to_flow_style_yaml;
using ::baton::msg::to_yaml;
}  // namespace golden::msg

namespace rosidl_generator_traits {

template <>
inline const char* data_type<::golden::msg::Reading>() {
  return "golden::msg::Reading";
}
template <>
inline const char* name<::golden::msg::Reading>() {
  return "golden/msg/Reading";
}
template <>
struct has_fixed_size<::golden::msg::Reading> : std::false_type {};
template <>
struct has_bounded_size<::golden::msg::Reading> : std::false_type {};
template <>
struct is_message<::golden::msg::Reading> : std::true_type {};

}  // namespace rosidl_generator_traits
