// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/exceptions.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/exceptions/exceptions.hpp>
