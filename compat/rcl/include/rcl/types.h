// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rmw/types.h>

typedef rmw_ret_t rcl_ret_t;

// The numbers that Baton's exceptions have.
#define RCL_RET_OK RMW_RET_OK
#define RCL_RET_ERROR RMW_RET_ERROR
#define RCL_RET_TIMEOUT RMW_RET_TIMEOUT
#define RCL_RET_UNSUPPORTED RMW_RET_UNSUPPORTED
#define RCL_RET_BAD_ALLOC RMW_RET_BAD_ALLOC
#define RCL_RET_INVALID_ARGUMENT RMW_RET_INVALID_ARGUMENT
#define RCL_RET_INVALID_ROS_ARGS 1003
