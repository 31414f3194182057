// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

namespace baton {

/// A flag that one side sets and the other clears. Thread safety: all members.
class Event {
 public:
  using SharedPtr = std::shared_ptr<Event>;
  using WeakPtr = std::weak_ptr<Event>;

  /// Clears the flag. True if it was set.
  bool set() { return set_.exchange(true); }
  bool check() const { return set_.load(); }
  bool check_and_clear() { return set_.exchange(false); }

 private:
  std::atomic<bool> set_{false};
};

}  // namespace baton
