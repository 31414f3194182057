// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcl_timer.h>
#include <rcl/types.h>
