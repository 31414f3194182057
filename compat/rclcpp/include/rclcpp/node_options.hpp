// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/contexts/default_context.hpp>
#include <rclcpp/parameter.hpp>
#include <rclcpp/publisher_options.hpp>
