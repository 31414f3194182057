// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/get_node_interfaces.hpp>

#include <rclcpp/detail/namespace.hpp>
