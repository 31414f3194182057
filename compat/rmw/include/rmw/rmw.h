// SPDX-License-Identifier: Apache-2.0
#pragma once

// There is no middleware interface here, only functions that programs use to ask about it.
#include <rmw/qos_profiles.h>
#include <rmw/types.h>

static inline const char* rmw_get_implementation_identifier(void) { return "baton"; }
static inline const char* rmw_get_serialization_format(void) { return "cdr"; }
