// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rosidl_type_support.h>
#include <rosidl_runtime_c/type_hash.h>
#include <rosidl_typesupport_interface/macros.h>
