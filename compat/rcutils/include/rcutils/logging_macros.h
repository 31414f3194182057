// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcutils_logging_macros.h>

// RCUTILS_STEADY_TIME, which _THROTTLE is given, is in rcutils/time.h.
#include <rcutils/logging.h>
#include <rcutils/macros.h>
#include <rcutils/time.h>
