// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/publisher.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <unordered_map>

#include <rmw/error_handling.h>
#include <rclcpp/event_handler.hpp>
#include <rclcpp/qos.hpp>
#include <rcpputils/time.hpp>
