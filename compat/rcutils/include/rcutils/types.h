// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/types/rcutils_ret.h>
#include <rcutils/types/uint8_array.h>

// Debian's, where they are installed: the target rcutils::rcutils leads to them.
#if __has_include(<rcutils/types/string_map.h>)
#include <rcutils/types/array_list.h>
#include <rcutils/types/char_array.h>
#include <rcutils/types/hash_map.h>
#include <rcutils/types/string_array.h>
#include <rcutils/types/string_map.h>
#endif
