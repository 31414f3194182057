// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/error_handling.h>

typedef rcutils_error_string_t rcl_error_string_t;
typedef rcutils_error_state_t rcl_error_state_t;

#define rcl_set_error_state rcutils_set_error_state
#define rcl_error_is_set rcutils_error_is_set
#define rcl_get_error_state rcutils_get_error_state
#define rcl_get_error_string rcutils_get_error_string
#define rcl_reset_error rcutils_reset_error
#define RCL_SET_ERROR_MSG(message) RCUTILS_SET_ERROR_MSG(message)
