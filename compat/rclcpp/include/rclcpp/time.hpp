// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/duration.hpp>
#include <baton/time.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/duration.hpp>
