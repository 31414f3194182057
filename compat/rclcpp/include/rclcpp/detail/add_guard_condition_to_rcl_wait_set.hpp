// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/waitable.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/guard_condition.hpp>
