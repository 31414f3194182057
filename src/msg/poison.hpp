// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define BATON_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BATON_POISONS 1
#endif
#endif
#ifdef BATON_POISONS
#include <sanitizer/asan_interface.h>
#endif

namespace baton::msg {

/// Tells AddressSanitizer that these bytes of shared memory may not be touched.
inline void poison([[maybe_unused]] const volatile void* begin,
                   [[maybe_unused]] std::size_t size_bytes) noexcept {
#ifdef BATON_POISONS
  __asan_poison_memory_region(begin, size_bytes);
#endif
}

inline void unpoison([[maybe_unused]] const volatile void* begin,
                     [[maybe_unused]] std::size_t size_bytes) noexcept {
#ifdef BATON_POISONS
  __asan_unpoison_memory_region(begin, size_bytes);
#endif
}

}  // namespace baton::msg
