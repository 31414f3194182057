// SPDX-License-Identifier: Apache-2.0
#pragma once

/// rclcpp is another name for the namespace of Baton.
namespace baton {}
namespace rclcpp = baton;
