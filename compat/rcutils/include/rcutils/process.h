// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <errno.h>
#include <unistd.h>

#include <rcutils/strdup.h>

static inline int rcutils_get_pid(void) { return (int)getpid(); }

#if defined(__USE_GNU)
/// The name without its folder. Has to be freed by the allocator.
static inline char* rcutils_get_executable_name(rcutils_allocator_t allocator) {
  return rcutils_strdup(program_invocation_short_name, allocator);
}
#endif
