// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/client.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <iostream>
#include <variant>

#include <rcl/service_introspection.h>
#include <rmw/error_handling.h>
#include <rclcpp/clock.hpp>
#include <rclcpp/expand_topic_or_service_name.hpp>
#include <rclcpp/function_traits.hpp>
#include <rclcpp/logging.hpp>
#include <rclcpp/node_interfaces/node_graph_interface.hpp>
#include <rclcpp/utilities.hpp>
#include <rmw/impl/cpp/demangle.hpp>
