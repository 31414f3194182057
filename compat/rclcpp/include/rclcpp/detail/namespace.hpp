// SPDX-License-Identifier: Apache-2.0
#pragma once

/// All of rclcpp is Baton under its own name.
namespace baton {}
namespace rclcpp = baton;
