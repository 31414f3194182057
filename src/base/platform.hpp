// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

// What the shared-memory layout takes for granted about the machine.

namespace baton::base {

static_assert(std::endian::native == std::endian::little, "segments hold little-endian words");
static_assert(sizeof(void*) == 8 && sizeof(long) == 8 && sizeof(size_t) == 8, "LP64 only");
// An atomic with a lock inside would be private to its process; peers would not see the lock.
static_assert(std::atomic<uint64_t>::is_always_lock_free && sizeof(std::atomic<uint64_t>) == 8);
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(std::atomic<uint32_t>) == 4);

/// A constant, and not this processor's own figure, because the layout depends on it.
inline constexpr size_t cache_line_bytes = 64;

/// Offsets that the layout aligns to a page use this; the system's page may be larger.
inline constexpr size_t layout_page_bytes = 4096;

/// The system's page: 4096 here, up to 65536 elsewhere. Always a multiple of layout_page_bytes.
size_t page_bytes() noexcept;

/// `value` rounded up to a multiple of `alignment`, a power of two.
constexpr size_t round_up(size_t value, size_t alignment) noexcept {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace baton::base
