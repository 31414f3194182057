// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/waitable.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/wait.h>
#include <rclcpp/macros.hpp>
#include <rclcpp/visibility_control.hpp>
