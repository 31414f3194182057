// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription_wait_set_mask.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/visibility_control.hpp>
