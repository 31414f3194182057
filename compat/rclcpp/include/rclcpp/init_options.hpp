// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/init_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <memory>
#include <mutex>

#include <rcl/allocator.h>
#include <rcl/types.h>
#include <rclcpp/visibility_control.hpp>
