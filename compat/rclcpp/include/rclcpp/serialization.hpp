// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/serialization.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <memory>
#include <stdexcept>

#include <rcl/types.h>
#include <rosidl_runtime_c/message_type_support_struct.h>
#include <rclcpp/visibility_control.hpp>
#include <rosidl_typesupport_cpp/message_type_support.hpp>
