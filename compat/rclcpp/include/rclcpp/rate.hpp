// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/rate.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <thread>

#include <rclcpp/clock.hpp>
#include <rclcpp/utilities.hpp>
