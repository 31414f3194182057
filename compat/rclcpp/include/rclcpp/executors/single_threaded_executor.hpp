// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/single_threaded_executor.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/executor.hpp>
#include <rclcpp/node.hpp>
