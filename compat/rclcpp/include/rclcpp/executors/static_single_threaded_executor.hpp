// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/static_single_threaded_executor.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/executors/single_threaded_executor.hpp>
