// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace baton::base {

/// How much an object has lent out, so that it can stay until all of it is back. To lend costs no
/// locked instruction and to give back one, where a reference count needs one for each.
///
/// Thread safety: give_back() from any thread; the rest under one lock of the owner's.
class LentCount {
 public:
  /// Not after close().
  void lend() noexcept { ++lent_; }
  /// How much is out, or was a moment ago. Not after close().
  std::size_t out() const noexcept {
    return lent_ - returned_.load(std::memory_order_relaxed);  // a figure
  }
  /// As out(), after close(); by any thread for which that has happened.
  std::size_t left() const noexcept {
    return all_back - returned_.load(std::memory_order_relaxed);  // a figure
  }
  /// One is back. True, once: it was the last and the count is closed; the caller that gets true
  /// ends the owner. Otherwise the owner may be gone when this returns.
  [[nodiscard]] bool give_back() noexcept {
    // [lent/last] the last thread sees what all others have done to the owner
    return returned_.fetch_add(1, std::memory_order_acq_rel) + 1 == all_back;
  }
  /// Nothing more is lent. True: nothing is out, and give_back() returns true to no caller.
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
