// SPDX-License-Identifier: Apache-2.0
#include "heap_count.hpp"

#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PERF_KEEP_ALLOCATOR 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define PERF_KEEP_ALLOCATOR 1
#endif

namespace perf {
namespace {

// Constant-initialised and of the executable's own TLS block: reading it never allocates.
thread_local constinit Counter* counting = nullptr;

}  // namespace

void count_heap_allocations(Counter* counter) { counting = counter; }

#if defined(PERF_KEEP_ALLOCATOR)
bool heap_allocations_can_be_counted() { return false; }
#else
bool heap_allocations_can_be_counted() { return true; }

inline void note_allocation() {
  if (counting != nullptr) counting->add();
}
#endif

}  // namespace perf

#if !defined(PERF_KEEP_ALLOCATOR)
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

[[gnu::visibility("default")]] void* malloc(size_t size) {
  perf::note_allocation();
  return __libc_malloc(size);
}
[[gnu::visibility("default")]] void* calloc(size_t count, size_t size) {
  perf::note_allocation();
  return __libc_calloc(count, size);
}
[[gnu::visibility("default")]] void* realloc(void* old, size_t size) {
  perf::note_allocation();
  return __libc_realloc(old, size);
}
[[gnu::visibility("default")]] void* memalign(size_t alignment, size_t size) {
  perf::note_allocation();
  return __libc_memalign(alignment, size);
}
[[gnu::visibility("default")]] void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
[[gnu::visibility("default")]] int posix_memalign(void** memory, size_t alignment, size_t size) {
  void* made = memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}
}
#endif
