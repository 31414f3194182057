// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/wait_set.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/wait_set_template.hpp>
