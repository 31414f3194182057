// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/logger.hpp>
#include <baton/logging_directory.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <utility>

#include <rcl/allocator.h>
#include <rcl/types.h>
#include <rcutils/error_handling.h>
#include <rcutils/logging.h>
#include <rclcpp/visibility_control.hpp>
#include <rcpputils/filesystem_helper.hpp>
