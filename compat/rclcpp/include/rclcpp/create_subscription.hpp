// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_subscription.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/create_publisher.hpp>
#include <rclcpp/create_timer.hpp>
