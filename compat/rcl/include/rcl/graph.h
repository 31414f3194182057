// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rcl's functions of the graph take and return. The functions are not there: nodes of rclcpp
// have them.
#include <rcl/types.h>
#include <rcutils/types/string_array.h>
#include <rmw/topic_endpoint_info.h>
#include <rmw/types.h>

typedef rmw_topic_endpoint_info_t rcl_topic_endpoint_info_t;
