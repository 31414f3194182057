// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#include <baton/msg/service_type_support.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>
#include <builtin_interfaces/msg/detail/time__type_support.hpp>
#include <golden/action/detail/turn__struct.hpp>
#include <service_msgs/msg/detail/service_event_info__type_support.hpp>
#include <unique_identifier_msgs/msg/detail/uuid__type_support.hpp>

namespace baton::msg {

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
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_SendGoal>() noexcept;

template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::action::Turn_GetResult>() noexcept;

template <>
BATON_PUBLIC const ActionTypeSupport& action_type_support<::golden::action::Turn>() noexcept;

}  // namespace baton::msg
