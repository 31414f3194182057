// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/publisher_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/allocator/allocator_common.hpp>
#include <rclcpp/event_handler.hpp>
#include <rclcpp/intra_process_setting.hpp>
#include <rclcpp/qos_overriding_options.hpp>
