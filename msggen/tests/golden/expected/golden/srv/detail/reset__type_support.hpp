// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#include <baton/msg/service_type_support.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>
#include <golden/srv/detail/reset__struct.hpp>
#include <service_msgs/msg/detail/service_event_info__type_support.hpp>

namespace baton::msg {

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Request>() noexcept;

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Response>() noexcept;

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Event>() noexcept;

template <>
BATON_PUBLIC const ServiceTypeSupport& service_type_support<::golden::srv::Reset>() noexcept;

}  // namespace baton::msg
