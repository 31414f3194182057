// SPDX-License-Identifier: Apache-2.0
#pragma once

/// All of rclcpp_lifecycle is Baton's under its own name.
namespace baton::lifecycle {}
namespace rclcpp_lifecycle = baton::lifecycle;
