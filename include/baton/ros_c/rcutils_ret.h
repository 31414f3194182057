// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What functions of rcutils return: 0 is success.
typedef int rcutils_ret_t;

#define RCUTILS_RET_OK 0
#define RCUTILS_RET_ERROR 2
#define RCUTILS_RET_BAD_ALLOC 10
#define RCUTILS_RET_INVALID_ARGUMENT 11
#define RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID 41
