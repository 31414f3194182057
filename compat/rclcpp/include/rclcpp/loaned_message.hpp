// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/loaned_message.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/allocator/allocator_common.hpp>
#include <rclcpp/publisher_base.hpp>
