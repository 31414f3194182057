// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__SANITIZE_THREAD__)
#define BATON_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BATON_THREAD_SANITIZER 1
#endif
#endif

namespace baton::base {

#ifdef BATON_THREAD_SANITIZER
namespace detail {
inline std::atomic<uint64_t> fence_word{0};
}
#endif

/// Orders every earlier load and store of this thread before every later one, in one total order of
/// all such fences, threads and processes alike.
inline void full_fence() noexcept {
#ifdef BATON_THREAD_SANITIZER
  // ThreadSanitizer does not model fences (GCC rejects them under -Werror=tsan). A sequentially
  // consistent read-modify-write of one word is at least as strong between the threads it watches.
  detail::fence_word.fetch_add(0, std::memory_order_seq_cst);
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

/// Tells the processor that this is a busy wait.
inline void cpu_relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  // `yield` does nothing on processors without threads that share a core; emptying the pipeline
  // waits about as long as `pause` does.
  asm volatile("isb" ::: "memory");
#elif defined(__arm__)
  asm volatile("yield" ::: "memory");
#endif
}

}  // namespace baton::base
