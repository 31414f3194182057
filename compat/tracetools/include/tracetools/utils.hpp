// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

#include <functional>

// Without tracing there is no get_symbol() in ROS either.
#include <tracetools/config.h>

#define TRACETOOLS_SYMBOL_UNKNOWN "UNKNOWN"
