// SPDX-License-Identifier: Apache-2.0
#pragma once

/// All of rclcpp_action is baton::action under its own name.
namespace baton::action {}
namespace rclcpp_action = baton::action;
