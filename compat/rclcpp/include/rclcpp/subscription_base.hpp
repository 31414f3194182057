// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <shared_mutex>
#include <variant>

#include <rclcpp/allocator/allocator_common.hpp>
#include <rclcpp/guard_condition.hpp>
#include <rclcpp/logger.hpp>
#include <rclcpp/message_info.hpp>
#include <rclcpp/publisher_base.hpp>
#include <rclcpp/serialization.hpp>
#include <rclcpp/serialized_message.hpp>
#include <rclcpp/subscription_content_filter_options.hpp>
#include <rmw/impl/cpp/demangle.hpp>
#include <rosidl_runtime_cpp/traits.hpp>
