// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/utilities.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <sstream>

#include <rclcpp/context.hpp>
