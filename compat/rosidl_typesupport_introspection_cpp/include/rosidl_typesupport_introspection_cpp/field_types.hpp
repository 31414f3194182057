// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rosidl_introspection.hpp>
