// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rosidl_introspection.hpp>

#include <rosidl_runtime_c/message_type_support_struct.h>
#include <rosidl_runtime_cpp/message_initialization.hpp>
#include <rosidl_typesupport_introspection_cpp/field_types.hpp>
