// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

namespace baton::msg {

/// While it lives, operator new of this thread throws at its `at`-th call (0: the first) and from
/// then on. Linked with failing_new.cpp, which replaces operator new.
class FailingNew {
 public:
  explicit FailingNew(std::size_t at) noexcept;
  ~FailingNew();
  bool has_failed() const noexcept;
  /// Blocks that this thread has got from operator new and not released.
  static long live_blocks() noexcept;
};

/// Runs `body` with ever fewer allocations failing until it succeeds, and `check` after each
/// failure.
template <class Body, class Check>
std::size_t fail_at_each_allocation(Body body, Check check) {
  for (std::size_t at = 0;; ++at) {
    try {
      const FailingNew failing(at);
      body();
      return at;
    } catch (const std::bad_alloc&) {
    }
    check(at);
  }
}

}  // namespace baton::msg
