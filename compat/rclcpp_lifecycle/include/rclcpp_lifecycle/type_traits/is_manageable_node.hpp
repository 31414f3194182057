// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/is_manageable_node.hpp>

#include <rclcpp_lifecycle/detail/namespace.hpp>

// As in ROS, of no namespace.
using baton::lifecycle::has_on_activate;
using baton::lifecycle::has_on_deactivate;
using baton::lifecycle::is_manageable_node;
