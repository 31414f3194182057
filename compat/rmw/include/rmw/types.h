// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rmw_message_info.h>
#include <baton/ros_c/rmw_qos_profile.h>
#include <baton/ros_c/rmw_serialized_message.h>
#include <rmw/ret_types.h>
