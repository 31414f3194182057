// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcutils_shared_library.h>

#include <rcutils/allocator.h>
#include <rcutils/macros.h>
#include <rcutils/visibility_control.h>
