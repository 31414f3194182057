// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executors/events_executor.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <queue>

#include <rclcpp/executor.hpp>
#include <rclcpp/node.hpp>
