// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/multi_threaded_executor.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/executor.hpp>
