// SPDX-License-Identifier: Apache-2.0
/* Whether a name may be given to a publisher or subscription. C and C++; thread-safe. Relative
   names, "~/" and "{node}" are valid, and what they stand for is not looked at. */
#pragma once

#include <stddef.h>

#include <baton/visibility.hpp>

#define RCL_TOPIC_NAME_VALID 0
#define RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING 1
#define RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH 2
#define RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS 3
#define RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER 4
#define RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE 5
#define RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE 6
#define RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH 7
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS 8
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER 9

#ifdef __cplusplus
extern "C" {
#endif

/// RCL_RET_OK (0), or RCL_RET_INVALID_ARGUMENT (11) for a null pointer. `invalid_index`, where the
/// fault is, may be null.
BATON_PUBLIC int rcl_validate_topic_name(const char* topic_name, int* validation_result,
                                         size_t* invalid_index);
BATON_PUBLIC int rcl_validate_topic_name_with_size(const char* topic_name, size_t topic_name_length,
                                                   int* validation_result, size_t* invalid_index);
/// Null for RCL_TOPIC_NAME_VALID and for what is none of these numbers.
BATON_PUBLIC const char* rcl_topic_name_validation_result_string(int validation_result);

#ifdef __cplusplus
}
#endif
