// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/exceptions.hpp>
#include <rclcpp/parameter_value.hpp>
