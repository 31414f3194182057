// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/exceptions.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/error_handling.h>
#include <rcl/types.h>
#include <rclcpp/visibility_control.hpp>
#include <rcpputils/join.hpp>
