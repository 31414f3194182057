// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_logging_interface.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/node_interfaces/node_services_interface.hpp>
