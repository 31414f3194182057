// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/visibility.hpp>

#define RCLCPP_LIFECYCLE_EXPORT BATON_PUBLIC
#define RCLCPP_LIFECYCLE_IMPORT
#define RCLCPP_LIFECYCLE_PUBLIC BATON_PUBLIC
#define RCLCPP_LIFECYCLE_PUBLIC_TYPE
#define RCLCPP_LIFECYCLE_LOCAL __attribute__((visibility("hidden")))
