// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/visibility.hpp>

#define RCLCPP_ACTION_EXPORT BATON_PUBLIC
#define RCLCPP_ACTION_IMPORT
#define RCLCPP_ACTION_PUBLIC BATON_PUBLIC
#define RCLCPP_ACTION_LOCAL __attribute__((visibility("hidden")))
