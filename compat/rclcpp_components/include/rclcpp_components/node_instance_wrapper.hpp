// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/node_instance_wrapper.hpp>

#include <rclcpp_components/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/node_interfaces/node_base_interface.hpp>
