// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/expand_topic_or_service_name.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/visibility_control.hpp>
