// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_base_interface.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/callback_group.hpp>
