// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/visibility.hpp>

#define RCLCPP_COMPONENTS_EXPORT BATON_PUBLIC
#define RCLCPP_COMPONENTS_IMPORT
#define RCLCPP_COMPONENTS_PUBLIC BATON_PUBLIC
#define RCLCPP_COMPONENTS_PUBLIC_TYPE
#define RCLCPP_COMPONENTS_LOCAL __attribute__((visibility("hidden")))
