// SPDX-License-Identifier: Apache-2.0
// What a thread will touch when it wakes. After milliseconds of sleep all of it is cold, and each
// line is a miss that the next one waits for. So the thread fetches all lines at once, and then
// begins.
//
// Addresses are hints: what lies there may have gone, and nothing is read. Relaxed, as they order
// nothing. Thread safety: all of it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/platform.hpp"

namespace baton::base {

/// The cache line `number` lines behind that of `address`.
inline const void* line_behind(const void* address, std::size_t number = 1) noexcept {
  // As a number: it may lie behind the object, and there need not be one.
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) +
                                       number * cache_line_bytes);
}

class ColdPath {
 public:
  /// Of addresses that stay the same from wake-up to wake-up.
  static constexpr std::size_t capacity = 5;

  /// Where no address is known the path's own line stands, which fetch() reads anyway.
  ColdPath() noexcept {
    for (auto& address : addresses_) address.store(this, std::memory_order_relaxed);
  }
  ColdPath(const ColdPath&) = delete;
  ColdPath& operator=(const ColdPath&) = delete;

  /// What moves on with each message.
  void expect_next(const void* address) noexcept {
    addresses_[0].store(address, std::memory_order_relaxed);
  }
  /// What stays the same, in the order in which it is needed.
  void expect(const std::array<const void*, capacity>& addresses) noexcept {
    for (std::size_t i = 0; i < capacity; ++i) {
      addresses_[i + 1].store(addresses[i], std::memory_order_relaxed);
    }
  }
  /// Whether the addresses that stay the same begin with these two: no other object has told its
  /// own since.
  bool expects(const void* first, const void* second) const noexcept {
    return addresses_[1].load(std::memory_order_relaxed) == first &&
           addresses_[2].load(std::memory_order_relaxed) == second;
  }

  /// The address that stays the same and is needed first.
  const void* first() const noexcept { return addresses_[1].load(std::memory_order_relaxed); }

  [[gnu::always_inline]] void fetch() const noexcept {
    for (const auto& address : addresses_) {
      __builtin_prefetch(address.load(std::memory_order_relaxed));
    }
  }

 private:
  std::array<std::atomic<const void*>, capacity + 1> addresses_;
};

}  // namespace baton::base
