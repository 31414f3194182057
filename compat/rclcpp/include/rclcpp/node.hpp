// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <list>

#include <rcutils/shared_library.h>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rclcpp/node_interfaces/node_clock_interface.hpp>
#include <rclcpp/node_interfaces/node_logging_interface.hpp>
#include <rclcpp/node_interfaces/node_parameters_interface.hpp>
#include <rclcpp/node_interfaces/node_time_source_interface.hpp>
#include <rclcpp/node_interfaces/node_topics_interface.hpp>
#include <rclcpp/node_options.hpp>
#include <rcpputils/visibility_control.hpp>
#include <rosidl_runtime_cpp/message_initialization.hpp>
