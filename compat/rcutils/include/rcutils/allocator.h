// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <baton/ros_c/rcutils_allocator.h>

#include <rcutils/macros.h>
#include <rcutils/types/rcutils_ret.h>
#include <rcutils/visibility_control.h>

static inline void* baton_heap_allocate(size_t size, void* state) {
  (void)state;
  return malloc(size);
}
static inline void baton_heap_deallocate(void* pointer, void* state) {
  (void)state;
  free(pointer);
}
static inline void* baton_heap_reallocate(void* pointer, size_t size, void* state) {
  (void)state;
  return realloc(pointer, size);
}
static inline void* baton_heap_zero_allocate(size_t number, size_t size, void* state) {
  (void)state;
  return calloc(number, size);
}

static inline rcutils_allocator_t rcutils_get_zero_initialized_allocator(void) {
  const rcutils_allocator_t nothing = {NULL, NULL, NULL, NULL, NULL};
  return nothing;
}

/// An allocator that uses malloc() and its kin.
static inline rcutils_allocator_t rcutils_get_default_allocator(void) {
  const rcutils_allocator_t heap = {baton_heap_allocate, baton_heap_deallocate,
                                    baton_heap_reallocate, baton_heap_zero_allocate, NULL};
  return heap;
}

static inline bool rcutils_allocator_is_valid(const rcutils_allocator_t* allocator) {
  return allocator != NULL && allocator->allocate != NULL && allocator->deallocate != NULL &&
         allocator->reallocate != NULL && allocator->zero_allocate != NULL;
}

/// Like reallocate(), but frees the memory when that fails.
static inline void* rcutils_reallocf(void* pointer, size_t size, rcutils_allocator_t* allocator) {
  void* grown;
  if (!rcutils_allocator_is_valid(allocator)) return NULL;
  grown = allocator->reallocate(pointer, size, allocator->state);
  if (grown == NULL) allocator->deallocate(pointer, allocator->state);
  return grown;
}

#define RCUTILS_CHECK_ALLOCATOR(allocator, statement) \
  do {                                                \
    if (!rcutils_allocator_is_valid(allocator)) {     \
      statement;                                      \
    }                                                 \
  } while (0)
/// RCUTILS_SET_ERROR_MSG is that of rcutils/error_handling.h.
#define RCUTILS_CHECK_ALLOCATOR_WITH_MSG(allocator, message, statement) \
  do {                                                                  \
    if (!rcutils_allocator_is_valid(allocator)) {                       \
      RCUTILS_SET_ERROR_MSG(message);                                   \
      statement;                                                        \
    }                                                                   \
  } while (0)
