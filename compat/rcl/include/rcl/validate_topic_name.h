// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcl_topic_name.h>
#include <rcl/types.h>
