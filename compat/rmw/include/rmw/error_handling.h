// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/error_handling.h>

typedef rcutils_error_string_t rmw_error_string_t;
typedef rcutils_error_state_t rmw_error_state_t;

#define rmw_set_error_state rcutils_set_error_state
#define rmw_error_is_set rcutils_error_is_set
#define rmw_get_error_state rcutils_get_error_state
#define rmw_get_error_string rcutils_get_error_string
#define rmw_reset_error rcutils_reset_error
#define RMW_SET_ERROR_MSG(message) RCUTILS_SET_ERROR_MSG(message)
#define RMW_SET_ERROR_MSG_WITH_FORMAT_STRING(...) \
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(__VA_ARGS__)
