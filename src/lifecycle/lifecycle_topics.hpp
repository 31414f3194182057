// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <baton/node.hpp>
#include <lifecycle_msgs/msg/transition_event.hpp>

#include "lifecycle/transition_table.hpp"

namespace baton::lifecycle {

class Lifecycle;

/// The five services of a lifecycle node, and the topic that tells of its transitions. Services are
/// run by the node's executor, in its default callback group. Thread safety: all members.
class LifecycleTopics {
 public:
  LifecycleTopics(Node& node, const std::weak_ptr<Lifecycle>& lifecycle);

  /// Publishes the step. Does not throw: a transition goes on without it.
  void tell(const Row& row) noexcept;

 private:
  const Clock::SharedPtr clock_;
  const Logger logger_;
  const Publisher<lifecycle_msgs::msg::TransitionEvent>::SharedPtr events_;
  std::vector<ServiceBase::SharedPtr> services_;
};

}  // namespace baton::lifecycle
