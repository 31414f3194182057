// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/event.hpp>
#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/macros.hpp>
#include <rclcpp/visibility_control.hpp>
