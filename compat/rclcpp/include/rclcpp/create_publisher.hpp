// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_publisher.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rmw/qos_string_conversions.h>
#include <rclcpp/node_interfaces/get_node_parameters_interface.hpp>
#include <rclcpp/node_interfaces/get_node_topics_interface.hpp>
#include <rclcpp/node_options.hpp>
#include <rcpputils/pointer_traits.hpp>
