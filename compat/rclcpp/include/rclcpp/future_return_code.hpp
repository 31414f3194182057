// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/future_return_code.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <iostream>

#include <rclcpp/visibility_control.hpp>
