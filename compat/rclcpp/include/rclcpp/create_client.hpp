// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_client.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/node_interfaces/node_base_interface.hpp>
#include <rclcpp/node_interfaces/node_services_interface.hpp>
