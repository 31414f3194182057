// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_result.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <cassert>

#include <rclcpp/client.hpp>
#include <rclcpp/service.hpp>
#include <rclcpp/subscription_base.hpp>
#include <rclcpp/timer.hpp>
#include <rclcpp/wait_result_kind.hpp>
