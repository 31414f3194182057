// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/generic_service.hpp>

#include <rclcpp/detail/namespace.hpp>
// What rclcpp's header brings along.
#include <rclcpp/typesupport_helpers.hpp>
#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
#include <rosidl_typesupport_introspection_cpp/service_introspection.hpp>
