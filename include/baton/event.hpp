// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <atomic>
#include <memory>

namespace rclcpp {

/// A flag that one side sets and the other clears. Thread safety: all members.
class Event {
 public:
  using SharedPtr = std::shared_ptr<Event>;
  using WeakPtr = std::weak_ptr<Event>;

  /// True if it was set before.
  bool set() { return set_.exchange(true, std::memory_order_acq_rel); }  // [set/check] setting
  // [set/check] a look
  bool check() const { return set_.load(std::memory_order_acquire); }
  bool check_and_clear() { return set_.exchange(false, std::memory_order_acq_rel); }

 private:
  std::atomic<bool> set_{false};
};

}  // namespace rclcpp
