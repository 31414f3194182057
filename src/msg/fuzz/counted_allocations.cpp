// SPDX-License-Identifier: Apache-2.0
#include "msg/fuzz/counted_allocations.hpp"

#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BATON_ADDRESS_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define BATON_ADDRESS_SANITIZER 1
#endif

#ifdef BATON_ADDRESS_SANITIZER
// Declared here, because GCC comes without sanitizer/allocator_interface.h.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void* memory, std::size_t size_bytes),
    void (*on_free)(const volatile void* memory));
#endif

namespace baton::msg::fuzz {

std::size_t allocated_bytes = 0;

#ifdef BATON_ADDRESS_SANITIZER
// The sanitizer has an operator new of its own, and calls these hooks.
[[maybe_unused]] static const int hooked = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t size_bytes) { allocated_bytes += size_bytes; },
    [](const volatile void*) {});
#endif

}  // namespace baton::msg::fuzz

#ifndef BATON_ADDRESS_SANITIZER
// Calls from the library have to come to this operator new, too, and not to one of its own.
#pragma GCC visibility push(default)
void* operator new(std::size_t size_bytes) {
  baton::msg::fuzz::allocated_bytes += size_bytes;
  if (void* memory = std::malloc(size_bytes != 0 ? size_bytes : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#pragma GCC visibility pop
#endif
