// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from the services and actions of golden.
#include <baton/msg/service_type_support.hpp>
#include <baton/visibility.hpp>

namespace golden::srv {
struct Reset_Request;
struct Reset_Response;
struct Reset_Event;
struct Reset;
}  // namespace golden::srv

namespace golden::action {
struct Turn_Goal;
struct Turn_Result;
struct Turn_Feedback;
struct Turn_SendGoal_Request;
struct Turn_SendGoal_Response;
struct Turn_SendGoal_Event;
struct Turn_GetResult_Request;
struct Turn_GetResult_Response;
struct Turn_GetResult_Event;
struct Turn_FeedbackMessage;
struct Turn_SendGoal;
struct Turn_GetResult;
struct Turn;
}  // namespace golden::action

namespace baton::msg {

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Request>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Response>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Event>() noexcept;

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Goal>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Result>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Feedback>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Request>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Response>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Event>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Request>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Response>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Event>() noexcept;
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_FeedbackMessage>() noexcept;

template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::srv::Reset>() noexcept {
  static const ServiceTypeSupport support{
      "golden/srv/Reset",
      {0xd8, 0x62, 0x06, 0xa2, 0x8a, 0x70, 0x67, 0x59, 0x99, 0xeb, 0x4c, 0x78, 0x6a, 0x2e, 0xf5, 0xf9, 0x6d, 0xc7, 0xed, 0x45, 0x0f, 0x99, 0x4a, 0x0a, 0xd0, 0xa3, 0xbd, 0x3d, 0xf6, 0x29, 0x7e, 0x8d},
      R"json({"type_description": {"type_name": "golden/srv/Reset", "fields": [{"name": "request_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Request"}}, {"name": "response_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Response"}}, {"name": "event_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Event"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/srv/Reset_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Response"}}]}, {"type_name": "golden/srv/Reset_Request", "fields": [{"name": "a", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/srv/Reset_Response", "fields": [{"name": "structure_needs_at_least_one_member", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
      &type_support<::golden::srv::Reset_Request>(),
      &type_support<::golden::srv::Reset_Response>(),
      &type_support<::golden::srv::Reset_Event>(),
  };
  return support;
}

template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_SendGoal>() noexcept {
  static const ServiceTypeSupport support{
      "golden/action/Turn_SendGoal",
      {0x73, 0xe8, 0xae, 0x54, 0x1a, 0xa3, 0xf6, 0x91, 0x79, 0x59, 0x8a, 0x22, 0xe9, 0xd7, 0x63, 0xc1, 0x91, 0xd4, 0xd0, 0x89, 0x05, 0x86, 0xec, 0x66, 0x2c, 0x54, 0xbd, 0x97, 0x80, 0x84, 0x62, 0x81},
      R"json({"type_description": {"type_name": "golden/action/Turn_SendGoal", "fields": [{"name": "request_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Request"}}, {"name": "response_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Response"}}, {"name": "event_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Event"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_Goal", "fields": [{"name": "angle", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_SendGoal_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Response"}}]}, {"type_name": "golden/action/Turn_SendGoal_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "goal", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Goal"}}]}, {"type_name": "golden/action/Turn_SendGoal_Response", "fields": [{"name": "accepted", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
      &type_support<::golden::action::Turn_SendGoal_Request>(),
      &type_support<::golden::action::Turn_SendGoal_Response>(),
      &type_support<::golden::action::Turn_SendGoal_Event>(),
  };
  return support;
}

template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_GetResult>() noexcept {
  static const ServiceTypeSupport support{
      "golden/action/Turn_GetResult",
      {0x24, 0x0f, 0x11, 0xbc, 0xbc, 0x3d, 0x51, 0x06, 0xf6, 0xfe, 0xf6, 0x76, 0xff, 0x7c, 0x16, 0x23, 0xad, 0x69, 0x92, 0xb9, 0x80, 0xe6, 0x47, 0x36, 0xa7, 0x0e, 0xdf, 0x1d, 0xa5, 0xc3, 0xa9, 0x88},
      R"json({"type_description": {"type_name": "golden/action/Turn_GetResult", "fields": [{"name": "request_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Request"}}, {"name": "response_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Response"}}, {"name": "event_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Event"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_GetResult_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Response"}}]}, {"type_name": "golden/action/Turn_GetResult_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}]}, {"type_name": "golden/action/Turn_GetResult_Response", "fields": [{"name": "status", "type": {"type_id": 2, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "result", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Result"}}]}, {"type_name": "golden/action/Turn_Result", "fields": [{"name": "reached", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
      &type_support<::golden::action::Turn_GetResult_Request>(),
      &type_support<::golden::action::Turn_GetResult_Response>(),
      &type_support<::golden::action::Turn_GetResult_Event>(),
  };
  return support;
}

template <>
BATON_PUBLIC const ActionTypeSupport& action_type_support<::golden::action::Turn>() noexcept {
  static const ActionTypeSupport support{
      "golden/action/Turn",
      {0xff, 0xca, 0x9c, 0xf2, 0x37, 0xc4, 0xd6, 0x83, 0xa5, 0xc5, 0xe6, 0x8e, 0x67, 0x28, 0xa9, 0xfa, 0xe3, 0x73, 0x15, 0xe8, 0x12, 0x6a, 0x6c, 0xdf, 0x53, 0x4e, 0xa4, 0xea, 0xd6, 0x02, 0x87, 0xb7},
      R"json({"type_description": {"type_name": "golden/action/Turn", "fields": [{"name": "goal", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Goal"}}, {"name": "result", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Result"}}, {"name": "feedback", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Feedback"}}, {"name": "send_goal_service", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal"}}, {"name": "get_result_service", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult"}}, {"name": "feedback_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_FeedbackMessage"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_Feedback", "fields": [{"name": "left", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_FeedbackMessage", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "feedback", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Feedback"}}]}, {"type_name": "golden/action/Turn_GetResult", "fields": [{"name": "request_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Request"}}, {"name": "response_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Response"}}, {"name": "event_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Event"}}]}, {"type_name": "golden/action/Turn_GetResult_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Response"}}]}, {"type_name": "golden/action/Turn_GetResult_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}]}, {"type_name": "golden/action/Turn_GetResult_Response", "fields": [{"name": "status", "type": {"type_id": 2, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "result", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Result"}}]}, {"type_name": "golden/action/Turn_Goal", "fields": [{"name": "angle", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_Result", "fields": [{"name": "reached", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_SendGoal", "fields": [{"name": "request_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Request"}}, {"name": "response_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Response"}}, {"name": "event_message", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Event"}}]}, {"type_name": "golden/action/Turn_SendGoal_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Response"}}]}, {"type_name": "golden/action/Turn_SendGoal_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "goal", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Goal"}}]}, {"type_name": "golden/action/Turn_SendGoal_Response", "fields": [{"name": "accepted", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
      &type_support<::golden::action::Turn_Goal>(),
      &type_support<::golden::action::Turn_Result>(),
      &type_support<::golden::action::Turn_Feedback>(),
      &type_support<::golden::action::Turn_FeedbackMessage>(),
      &service_type_support<::golden::action::Turn_SendGoal>(),
      &service_type_support<::golden::action::Turn_GetResult>(),
  };
  return support;
}

}  // namespace baton::msg
