// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#include <baton/msg/message_traits.hpp>
#include <builtin_interfaces/msg/detail/time__traits.hpp>
#include <golden/action/detail/turn__struct.hpp>
#include <golden/action/detail/turn__type_support.hpp>
#include <service_msgs/msg/detail/service_event_info__traits.hpp>
#include <unique_identifier_msgs/msg/detail/uuid__traits.hpp>

namespace golden::action {
using ::baton::msg::to_block_style_yaml;
using ::baton::msg::to_flow_style_yaml;
using ::baton::msg::to_yaml;
}  // namespace golden::action

namespace rosidl_generator_traits {

template <>
inline const char* data_type<::golden::action::Turn_Goal>() {
  return "golden::action::Turn_Goal";
}
template <>
inline const char* name<::golden::action::Turn_Goal>() {
  return "golden/action/Turn_Goal";
}
template <>
struct has_fixed_size<::golden::action::Turn_Goal> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_Goal> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_Goal> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_Result>() {
  return "golden::action::Turn_Result";
}
template <>
inline const char* name<::golden::action::Turn_Result>() {
  return "golden/action/Turn_Result";
}
template <>
struct has_fixed_size<::golden::action::Turn_Result> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_Result> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_Result> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_Feedback>() {
  return "golden::action::Turn_Feedback";
}
template <>
inline const char* name<::golden::action::Turn_Feedback>() {
  return "golden/action/Turn_Feedback";
}
template <>
struct has_fixed_size<::golden::action::Turn_Feedback> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_Feedback> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_Feedback> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_SendGoal_Request>() {
  return "golden::action::Turn_SendGoal_Request";
}
template <>
inline const char* name<::golden::action::Turn_SendGoal_Request>() {
  return "golden/action/Turn_SendGoal_Request";
}
template <>
struct has_fixed_size<::golden::action::Turn_SendGoal_Request> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_SendGoal_Request> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_SendGoal_Request> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_SendGoal_Response>() {
  return "golden::action::Turn_SendGoal_Response";
}
template <>
inline const char* name<::golden::action::Turn_SendGoal_Response>() {
  return "golden/action/Turn_SendGoal_Response";
}
template <>
struct has_fixed_size<::golden::action::Turn_SendGoal_Response> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_SendGoal_Response> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_SendGoal_Response> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_SendGoal_Event>() {
  return "golden::action::Turn_SendGoal_Event";
}
template <>
inline const char* name<::golden::action::Turn_SendGoal_Event>() {
  return "golden/action/Turn_SendGoal_Event";
}
template <>
struct has_fixed_size<::golden::action::Turn_SendGoal_Event> : std::false_type {};
template <>
struct has_bounded_size<::golden::action::Turn_SendGoal_Event> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_SendGoal_Event> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_GetResult_Request>() {
  return "golden::action::Turn_GetResult_Request";
}
template <>
inline const char* name<::golden::action::Turn_GetResult_Request>() {
  return "golden/action/Turn_GetResult_Request";
}
template <>
struct has_fixed_size<::golden::action::Turn_GetResult_Request> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_GetResult_Request> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_GetResult_Request> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_GetResult_Response>() {
  return "golden::action::Turn_GetResult_Response";
}
template <>
inline const char* name<::golden::action::Turn_GetResult_Response>() {
  return "golden/action/Turn_GetResult_Response";
}
template <>
struct has_fixed_size<::golden::action::Turn_GetResult_Response> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_GetResult_Response> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_GetResult_Response> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_GetResult_Event>() {
  return "golden::action::Turn_GetResult_Event";
}
template <>
inline const char* name<::golden::action::Turn_GetResult_Event>() {
  return "golden/action/Turn_GetResult_Event";
}
template <>
struct has_fixed_size<::golden::action::Turn_GetResult_Event> : std::false_type {};
template <>
struct has_bounded_size<::golden::action::Turn_GetResult_Event> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_GetResult_Event> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_FeedbackMessage>() {
  return "golden::action::Turn_FeedbackMessage";
}
template <>
inline const char* name<::golden::action::Turn_FeedbackMessage>() {
  return "golden/action/Turn_FeedbackMessage";
}
template <>
struct has_fixed_size<::golden::action::Turn_FeedbackMessage> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_FeedbackMessage> : std::true_type {};
template <>
struct is_message<::golden::action::Turn_FeedbackMessage> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_SendGoal>() {
  return "golden::action::Turn_SendGoal";
}
template <>
inline const char* name<::golden::action::Turn_SendGoal>() {
  return "golden/action/Turn_SendGoal";
}
template <>
struct has_fixed_size<::golden::action::Turn_SendGoal> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_SendGoal> : std::true_type {};
template <>
struct is_service<::golden::action::Turn_SendGoal> : std::true_type {};
template <>
struct is_service_request<::golden::action::Turn_SendGoal_Request> : std::true_type {};
template <>
struct is_service_response<::golden::action::Turn_SendGoal_Response> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn_GetResult>() {
  return "golden::action::Turn_GetResult";
}
template <>
inline const char* name<::golden::action::Turn_GetResult>() {
  return "golden/action/Turn_GetResult";
}
template <>
struct has_fixed_size<::golden::action::Turn_GetResult> : std::true_type {};
template <>
struct has_bounded_size<::golden::action::Turn_GetResult> : std::true_type {};
template <>
struct is_service<::golden::action::Turn_GetResult> : std::true_type {};
template <>
struct is_service_request<::golden::action::Turn_GetResult_Request> : std::true_type {};
template <>
struct is_service_response<::golden::action::Turn_GetResult_Response> : std::true_type {};

template <>
inline const char* data_type<::golden::action::Turn>() {
  return "golden::action::Turn";
}
template <>
inline const char* name<::golden::action::Turn>() {
  return "golden/action/Turn";
}
template <>
struct is_action<::golden::action::Turn> : std::true_type {};
template <>
struct is_action_goal<::golden::action::Turn_Goal> : std::true_type {};
template <>
struct is_action_result<::golden::action::Turn_Result> : std::true_type {};
template <>
struct is_action_feedback<::golden::action::Turn_Feedback> : std::true_type {};

}  // namespace rosidl_generator_traits
