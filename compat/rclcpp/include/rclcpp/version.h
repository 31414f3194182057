// SPDX-License-Identifier: Apache-2.0
#pragma once

/* Of the interface that is offered here: rclcpp as in ROS 2 Jazzy. */
#define RCLCPP_VERSION_MAJOR (28)
#define RCLCPP_VERSION_MINOR (1)
#define RCLCPP_VERSION_PATCH (0)
#define RCLCPP_VERSION_STR "28.1.0"
#define RCLCPP_VERSION_GTE(major, minor, patch) \
  (RCLCPP_VERSION_MAJOR > (major) ||            \
   (RCLCPP_VERSION_MAJOR == (major) &&          \
    (RCLCPP_VERSION_MINOR > (minor) ||          \
     (RCLCPP_VERSION_MINOR == (minor) && RCLCPP_VERSION_PATCH >= (patch)))))
