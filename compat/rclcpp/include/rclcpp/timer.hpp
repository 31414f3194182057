// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/timer.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/error_handling.h>
#include <rcl/timer.h>
#include <rmw/error_handling.h>
#include <rclcpp/function_traits.hpp>
#include <rclcpp/rate.hpp>
