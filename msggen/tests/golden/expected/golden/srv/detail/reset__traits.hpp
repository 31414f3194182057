// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#include <baton/msg/message_traits.hpp>
#include <golden/srv/detail/reset__struct.hpp>
#include <golden/srv/detail/reset__type_support.hpp>
#include <service_msgs/msg/detail/service_event_info__traits.hpp>

namespace golden::srv {
using ::baton::msg::to_block_style_yaml;
using ::baton::msg::to_flow_style_yaml;
using ::baton::msg::to_yaml;
}  // namespace golden::srv

namespace rosidl_generator_traits {

template <>
inline const char* data_type<::golden::srv::Reset_Request>() {
  return "golden::srv::Reset_Request";
}
template <>
inline const char* name<::golden::srv::Reset_Request>() {
  return "golden/srv/Reset_Request";
}
template <>
struct has_fixed_size<::golden::srv::Reset_Request> : std::true_type {};
template <>
struct has_bounded_size<::golden::srv::Reset_Request> : std::true_type {};
template <>
struct is_message<::golden::srv::Reset_Request> : std::true_type {};

template <>
inline const char* data_type<::golden::srv::Reset_Response>() {
  return "golden::srv::Reset_Response";
}
template <>
inline const char* name<::golden::srv::Reset_Response>() {
  return "golden/srv/Reset_Response";
}
template <>
struct has_fixed_size<::golden::srv::Reset_Response> : std::true_type {};
template <>
struct has_bounded_size<::golden::srv::Reset_Response> : std::true_type {};
template <>
struct is_message<::golden::srv::Reset_Response> : std::true_type {};

template <>
inline const char* data_type<::golden::srv::Reset_Event>() {
  return "golden::srv::Reset_Event";
}
template <>
inline const char* name<::golden::srv::Reset_Event>() {
  return "golden/srv/Reset_Event";
}
template <>
struct has_fixed_size<::golden::srv::Reset_Event> : std::false_type {};
template <>
struct has_bounded_size<::golden::srv::Reset_Event> : std::true_type {};
template <>
struct is_message<::golden::srv::Reset_Event> : std::true_type {};

template <>
inline const char* data_type<::golden::srv::Reset>() {
  return "golden::srv::Reset";
}
template <>
inline const char* name<::golden::srv::Reset>() {
  return "golden/srv/Reset";
}
template <>
struct has_fixed_size<::golden::srv::Reset> : std::true_type {};
template <>
struct has_bounded_size<::golden::srv::Reset> : std::true_type {};
template <>
struct is_service<::golden::srv::Reset> : std::true_type {};
template <>
struct is_service_request<::golden::srv::Reset_Request> : std::true_type {};
template <>
struct is_service_response<::golden::srv::Reset_Response> : std::true_type {};

}  // namespace rosidl_generator_traits
