// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/action/server_goal_handle.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp_action/detail/namespace.hpp>
