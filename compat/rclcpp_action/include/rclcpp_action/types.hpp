// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/action/types.hpp>

#include <rcl_action/types.h>
#include <rclcpp/detail/namespace.hpp>
#include <rclcpp_action/detail/namespace.hpp>
