// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen: functions of C by which ROS finds the types of golden.
#include <baton/introspection_handle.hpp>

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
namespace generated {
extern BATON_PUBLIC const TypeSupport golden__msg__Half;
extern BATON_PUBLIC const TypeSupport golden__msg__Pair;
extern BATON_PUBLIC const TypeSupport golden__msg__Reading;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Request;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Response;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Goal;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Result;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Feedback;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Request;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Response;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Request;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Response;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_FeedbackMessage;
}  // namespace generated
template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::srv::Reset>() noexcept;
template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_SendGoal>() noexcept;
template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_GetResult>() noexcept;
template <>
BATON_PUBLIC const ActionTypeSupport& action_type_support<::golden::action::Turn>() noexcept;

}  // namespace baton::msg

extern "C" {
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Half();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Half() { return ::baton::to_handle(::baton::msg::generated::golden__msg__Half); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Half();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Half() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__msg__Half); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Pair();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Pair() { return ::baton::to_handle(::baton::msg::generated::golden__msg__Pair); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Pair();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Pair() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__msg__Pair); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Reading();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__msg__Reading() { return ::baton::to_handle(::baton::msg::generated::golden__msg__Reading); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Reading();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__msg__Reading() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__msg__Reading); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Request();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Request() { return ::baton::to_handle(::baton::msg::generated::golden__srv__Reset_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Request();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Request() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__srv__Reset_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Response();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Response() { return ::baton::to_handle(::baton::msg::generated::golden__srv__Reset_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Response();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Response() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__srv__Reset_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Event();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__srv__Reset_Event() { return ::baton::to_handle(::baton::msg::generated::golden__srv__Reset_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Event();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__srv__Reset_Event() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__srv__Reset_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Goal();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Goal() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_Goal); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Goal();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Goal() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_Goal); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Result();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Result() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_Result); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Result();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Result() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_Result); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Feedback();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_Feedback() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_Feedback); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Feedback();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_Feedback() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_Feedback); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Request();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Request() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Request();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Request() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Response();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Response() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Response();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Response() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Event();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Event() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Event();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_SendGoal_Event() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_SendGoal_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Request();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Request() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_GetResult_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Request();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Request() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_GetResult_Request); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Response();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Response() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_GetResult_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Response();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Response() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_GetResult_Response); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Event();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Event() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_GetResult_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Event();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_GetResult_Event() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_GetResult_Event); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_FeedbackMessage();
const rosidl_message_type_support_t* rosidl_typesupport_cpp__get_message_type_support_handle__golden__action__Turn_FeedbackMessage() { return ::baton::to_handle(::baton::msg::generated::golden__action__Turn_FeedbackMessage); }
BATON_PUBLIC const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_FeedbackMessage();
const rosidl_message_type_support_t* rosidl_typesupport_introspection_cpp__get_message_type_support_handle__golden__action__Turn_FeedbackMessage() { return ::baton::detail::to_introspection_handle(::baton::msg::generated::golden__action__Turn_FeedbackMessage); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__srv__Reset();
const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__srv__Reset() { return ::baton::to_handle(::baton::msg::service_type_support<::golden::srv::Reset>()); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__srv__Reset();
const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__srv__Reset() { return ::baton::detail::to_introspection_handle(::baton::msg::service_type_support<::golden::srv::Reset>()); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__action__Turn_SendGoal();
const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__action__Turn_SendGoal() { return ::baton::to_handle(::baton::msg::service_type_support<::golden::action::Turn_SendGoal>()); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__action__Turn_SendGoal();
const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__action__Turn_SendGoal() { return ::baton::detail::to_introspection_handle(::baton::msg::service_type_support<::golden::action::Turn_SendGoal>()); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__action__Turn_GetResult();
const rosidl_service_type_support_t* rosidl_typesupport_cpp__get_service_type_support_handle__golden__action__Turn_GetResult() { return ::baton::to_handle(::baton::msg::service_type_support<::golden::action::Turn_GetResult>()); }
BATON_PUBLIC const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__action__Turn_GetResult();
const rosidl_service_type_support_t* rosidl_typesupport_introspection_cpp__get_service_type_support_handle__golden__action__Turn_GetResult() { return ::baton::detail::to_introspection_handle(::baton::msg::service_type_support<::golden::action::Turn_GetResult>()); }
BATON_PUBLIC const rosidl_action_type_support_t* rosidl_typesupport_cpp__get_action_type_support_handle__golden__action__Turn();
const rosidl_action_type_support_t* rosidl_typesupport_cpp__get_action_type_support_handle__golden__action__Turn() { return ::baton::to_handle(::baton::msg::action_type_support<::golden::action::Turn>()); }

}  // extern "C"
