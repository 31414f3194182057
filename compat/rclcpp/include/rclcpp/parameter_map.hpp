// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_map.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/parameter.hpp>
