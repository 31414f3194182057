// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/qos_overriding_options.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <ostream>

#include <rclcpp/qos.hpp>
