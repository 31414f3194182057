// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/lifecycle_node_interface.hpp>

#include <rclcpp_lifecycle/visibility_control.h>
#include <rclcpp_lifecycle/state.hpp>
