// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

typedef int32_t rmw_ret_t;

#define RMW_RET_OK 0
#define RMW_RET_ERROR 1
#define RMW_RET_TIMEOUT 2
#define RMW_RET_UNSUPPORTED 3
#define RMW_RET_BAD_ALLOC 10
#define RMW_RET_INVALID_ARGUMENT 11
