// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rosidl_introspection.hpp>

#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
