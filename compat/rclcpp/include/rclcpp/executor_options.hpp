// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executor_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <list>

#include <rclcpp/subscription.hpp>
