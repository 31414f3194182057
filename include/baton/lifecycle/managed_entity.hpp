// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include <baton/lifecycle/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp_lifecycle {

/// What a lifecycle node activates and deactivates with itself: LifecycleNode::add_managed_entity()
/// has the node call these from its on_activate() and on_deactivate().
class BATON_PUBLIC ManagedEntityInterface {
 public:
  virtual ~ManagedEntityInterface();
  virtual void on_activate() = 0;
  virtual void on_deactivate() = 0;
};

/// Knows whether it is activated, and does nothing else. Thread safety: all members.
class BATON_PUBLIC SimpleManagedEntity : public ManagedEntityInterface {
 public:
  ~SimpleManagedEntity() override;
  void on_activate() override;
  void on_deactivate() override;
  bool is_activated() const {
    // A flag alone: what its user did before the activation is ordered by whatever tells of it.
    return is_activated_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> is_activated_{false};
};

}  // namespace rclcpp_lifecycle
