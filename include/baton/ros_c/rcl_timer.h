// SPDX-License-Identifier: Apache-2.0
/* A timer as C sees it, and the functions on it that there are. C and C++; thread-safe. */
#pragma once

#include <stdint.h>

#include <baton/visibility.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/// Known by its address; TimerBase::get_timer_handle() has it.
typedef struct rcl_timer_s rcl_timer_t;

/// RCL_RET_OK (0), or RCL_RET_INVALID_ARGUMENT (11) for a null pointer. In nanoseconds.
BATON_PUBLIC int rcl_timer_get_period(const rcl_timer_t* timer, int64_t* period);
/// The same, also for a negative period. The call that is already due or awaited stays where it is;
/// those after it follow in the new period.
BATON_PUBLIC int rcl_timer_exchange_period(const rcl_timer_t* timer, int64_t new_period,
                                           int64_t* old_period);

#ifdef __cplusplus
}
#endif
