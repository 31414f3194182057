// SPDX-License-Identifier: Apache-2.0
// Texts of C. The functions are Debian's, in librcutils: rcutils::rcutils leads to it.
#pragma once

#include <stddef.h>

#include <rcutils/allocator.h>
#include <rcutils/macros.h>
#include <rcutils/types/rcutils_ret.h>
#include <rcutils/visibility_control.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcutils_string_array_s {
  size_t size;
  char** data;
  /// Has made the texts and the array, and frees them.
  rcutils_allocator_t allocator;
} rcutils_string_array_t;

rcutils_string_array_t rcutils_get_zero_initialized_string_array(void);
/// Room for `size` texts, which are null.
rcutils_ret_t rcutils_string_array_init(rcutils_string_array_t* string_array, size_t size,
                                        const rcutils_allocator_t* allocator);
rcutils_ret_t rcutils_string_array_fini(rcutils_string_array_t* string_array);
/// `res` is below, equal to or above 0, as strcmp() says of the first texts that differ.
rcutils_ret_t rcutils_string_array_cmp(const rcutils_string_array_t* lhs,
                                       const rcutils_string_array_t* rhs, int* res);
rcutils_ret_t rcutils_string_array_resize(rcutils_string_array_t* string_array, size_t new_size);
/// For qsort(): null pointers come last.
int rcutils_string_array_sort_compare(const void* lhs, const void* rhs);

#ifdef __cplusplus
}
#endif
