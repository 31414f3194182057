// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace baton::base {

/// How long the calling thread may use the processor before others of its core get their turn; 0
/// where the kernel does not say. A system call.
std::uint64_t own_slice_ns() noexcept;

/// While it lives, the calling thread asks for the processor in slices of half a millisecond. One
/// that is woken on its waker's core, which happens even beside an idle one, then runs at once;
/// with slices as long as the waker's it runs when the waker sleeps or has used up its own (1 to
/// 3 ms). Its share of the processor stays the same.
///
/// A hint: needs no privilege, and does nothing before Linux 6.12, in threads that are not
/// SCHED_OTHER, where slices are short already, or if the system refuses. Threads that are started
/// meanwhile inherit it. Destroy it in the thread that made it.
class ShortSlice {
 public:
  static constexpr std::uint64_t slice_ns = 500'000;

  /// If it is not `wanted` nothing is changed.
  explicit ShortSlice(bool wanted = true) noexcept;
  ~ShortSlice();
  ShortSlice(const ShortSlice&) = delete;
  ShortSlice& operator=(const ShortSlice&) = delete;

 private:
  std::uint64_t former_ns_ = 0;  // 0: nothing was changed
};

}  // namespace baton::base
