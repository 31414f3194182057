// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/message_info.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rmw/types.h>
#include <rclcpp/visibility_control.hpp>
