// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace baton::base {

/// Counts what an object has lent out, so that the object can stay until everything is given back.
/// Lending costs no locked instruction and giving back costs one; a reference count needs one for
/// each.
///
/// Thread safety: give_back() from any thread; the rest under one lock of the owner's.
class LentCount {
 public:
  /// May not be called after close().
  void lend() noexcept { ++lent_; }
  /// How many are lent out, or were a moment ago. Not after close().
  std::size_t out() const noexcept {
    return lent_ - returned_.load(std::memory_order_relaxed);  // a figure
  }
  /// Like out(), but after close(), for any thread that knows of the close().
  std::size_t left() const noexcept {
    return all_back - returned_.load(std::memory_order_relaxed);  // a figure
  }
  /// Gives one back. True, once: this was the last one and the count is closed, so the caller ends
  /// the owner. After any other result the owner may be gone when this returns.
  [[nodiscard]] bool give_back() noexcept {
    // [lent/last] the last thread sees what all others have done to the owner
    return returned_.fetch_add(1, std::memory_order_acq_rel) + 1 == all_back;
  }
  /// Nothing more is lent. True: nothing is lent out, and give_back() returns true to no caller.
  [[nodiscard]] bool close() noexcept {
    const std::uint64_t rest = all_back - lent_;
    return returned_.fetch_add(rest, std::memory_order_acq_rel) + rest == all_back;  // [lent/last]
  }

 private:
  /// What `returned_` says when the count is closed and nothing is out; more than can ever be lent.
  static constexpr std::uint64_t all_back = std::uint64_t{1} << 63;

  std::uint64_t lent_ = 0;
  std::atomic<std::uint64_t> returned_{0};
};

}  // namespace baton::base
