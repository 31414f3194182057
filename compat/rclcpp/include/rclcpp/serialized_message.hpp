// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/serialized_message.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/allocator.h>
#include <rcl/types.h>
#include <rclcpp/visibility_control.hpp>
