// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_value.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <exception>
#include <iostream>
#include <ostream>

#include <rclcpp/exceptions/exceptions.hpp>
