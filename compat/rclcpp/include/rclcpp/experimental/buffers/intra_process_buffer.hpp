// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rclcpp's header brings along. Its classes are not there: messages of one process go from
// publisher to subscription without a buffer between them.
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <tracetools/tracetools.h>
#include <rclcpp/allocator/allocator_common.hpp>
#include <rclcpp/allocator/allocator_deleter.hpp>
#include <rclcpp/macros.hpp>

#include <rclcpp/detail/namespace.hpp>
