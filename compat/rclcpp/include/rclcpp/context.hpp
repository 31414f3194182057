// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <condition_variable>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>

#include <rcl/time.h>
#include <rcutils/error_handling.h>
#include <rmw/rmw.h>
#include <rclcpp/init_options.hpp>
#include <rclcpp/macros.hpp>
