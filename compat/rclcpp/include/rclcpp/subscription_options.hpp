// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/callback_group.hpp>
#include <rclcpp/intra_process_setting.hpp>
#include <rclcpp/qos_overriding_options.hpp>
