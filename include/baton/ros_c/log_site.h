// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <baton/visibility.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/// What a logging macro remembers between two passes of its place in the source. Any thread may
/// pass; starts as zeros.
typedef struct baton_log_site_s {
  int64_t inverted_last_ns;  // ~ of the last time that a message was logged; 0: never
  uint8_t was_passed;
} baton_log_site_t;

/// True for the first pass only.
BATON_PUBLIC bool baton_log_site_first(baton_log_site_t* site);
/// True for the first pass, when `period_ms` have gone since the last true, and when time ran
/// backwards.
BATON_PUBLIC bool baton_log_site_due(baton_log_site_t* site, int64_t now_ns, int64_t period_ms);

#ifdef __cplusplus
}
#endif
