// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/contexts/default_context.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/context.hpp>
