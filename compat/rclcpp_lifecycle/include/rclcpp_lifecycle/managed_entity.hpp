// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/managed_entity.hpp>

#include <rclcpp_lifecycle/visibility_control.h>
#include <rclcpp_lifecycle/detail/namespace.hpp>
