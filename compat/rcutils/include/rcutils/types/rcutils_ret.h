// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcutils_ret.h>

// Numbers that other functions of rcutils return.
#define RCUTILS_RET_WARN 1
#define RCUTILS_RET_NOT_ENOUGH_SPACE 12
#define RCUTILS_RET_NOT_INITIALIZED 13
#define RCUTILS_RET_NOT_FOUND 14
#define RCUTILS_RET_STRING_MAP_ALREADY_INIT 30
#define RCUTILS_RET_STRING_MAP_INVALID 31
#define RCUTILS_RET_STRING_KEY_NOT_FOUND 32
#define RCUTILS_RET_LOGGING_SEVERITY_MAP_INVALID 40
#define RCUTILS_RET_HASH_MAP_NO_MORE_ENTRIES 50
