// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/allocator.h>

typedef rcutils_allocator_t rcl_allocator_t;

#define rcl_get_default_allocator rcutils_get_default_allocator
#define rcl_reallocf rcutils_reallocf
