// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/generic_client.hpp>

#include <rclcpp/detail/namespace.hpp>
// What rclcpp's header brings along.
#include <rclcpp/client.hpp>
#include <rclcpp/typesupport_helpers.hpp>
#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
