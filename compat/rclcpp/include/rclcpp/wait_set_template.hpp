// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_set.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/subscription_wait_set_mask.hpp>
#include <rclcpp/wait_result.hpp>
#include <rcpputils/scope_exit.hpp>
