// SPDX-License-Identifier: Apache-2.0
//
// Tracepoints that are compiled to nothing: their arguments are not evaluated, and there is no
// output. Code that is instrumented builds and runs; Baton's own events are not traced either.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <tracetools/config.h>
#include <tracetools/visibility_control.hpp>

#define TRACETOOLS_TRACEPOINT(...) ((void)0)
#define TRACETOOLS_DO_TRACEPOINT(...) ((void)0)
#define TRACETOOLS_TRACEPOINT_ENABLED(...) (false)
#define DECLARE_TRACEPOINT(...)
#define TRACETOOLS_DECLARE_TRACEPOINT(...)
// Until Humble.
#define TRACEPOINT(...) ((void)0)

/// Whether tracing is compiled in.
#ifdef __cplusplus
inline bool ros_trace_compile_status() { return false; }
#else
static inline bool ros_trace_compile_status(void) { return false; }
#endif
