// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/clock.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcutils/time.h>
#include <rclcpp/contexts/default_context.hpp>
#include <rclcpp/time.hpp>
