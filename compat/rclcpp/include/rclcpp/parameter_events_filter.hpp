// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_events_filter.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rmw/rmw.h>
#include <rclcpp/macros.hpp>
#include <rclcpp/parameter.hpp>
