// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_graph_interface.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <algorithm>
#include <tuple>

#include <rcl/graph.h>
#include <rcutils/time.h>
#include <rclcpp/event.hpp>
#include <rclcpp/qos.hpp>
