// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/guard_condition.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <atomic>

#include <rclcpp/contexts/default_context.hpp>
