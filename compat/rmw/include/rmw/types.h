// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcutils_uint8_array.h>
#include <baton/ros_c/rmw_message_info.h>
#include <baton/ros_c/rmw_qos_profile.h>
#include <rmw/ret_types.h>
