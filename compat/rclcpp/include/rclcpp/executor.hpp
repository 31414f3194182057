// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executor.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <deque>
#include <set>

#include <rclcpp/executor_options.hpp>
#include <rclcpp/future_return_code.hpp>
#include <rclcpp/wait_set.hpp>
