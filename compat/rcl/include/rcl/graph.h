// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rcl's functions of the graph take and return. The functions are not there: nodes of rclcpp
// have them.
#include <rcl/types.h>
#include <rcutils/types/string_array.h>
#include <rmw/types.h>
