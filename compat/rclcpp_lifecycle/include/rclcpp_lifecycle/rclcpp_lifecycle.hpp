// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <rclcpp_lifecycle/managed_entity.hpp>
