// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include <baton/lifecycle/managed_entity.hpp>
#include <baton/logging.hpp>
#include <baton/msg/likely.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/publisher.hpp>
#include <baton/serialized_message.hpp>

namespace rclcpp_lifecycle {

/// Publishes while it is activated, and drops messages while it is not, with one warning for each
/// time between two activations. Made by LifecycleNode::create_publisher(), whose node activates
/// it.
///
/// As in ROS, a pointer to its base class Publisher publishes whatever the state is.
/// Thread safety: all members.
template <class M, class Allocator = std::allocator<void>>
class LifecyclePublisher : public SimpleManagedEntity, public Publisher<M, Allocator> {
  using Base = Publisher<M, Allocator>;

 public:
  using SharedPtr = std::shared_ptr<LifecyclePublisher>;
  using ConstSharedPtr = std::shared_ptr<const LifecyclePublisher>;
  using WeakPtr = std::weak_ptr<LifecyclePublisher>;
  using ConstWeakPtr = std::weak_ptr<const LifecyclePublisher>;
  using UniquePtr = std::unique_ptr<LifecyclePublisher>;
  using MessageDeleter = std::default_delete<M>;
  using MessageUniquePtr = std::unique_ptr<M>;

  LifecyclePublisher(const EndpointHome& home, const std::string& topic, const QoS& qos,
                     const PublisherOptionsBase& options = {})
      : Base(home, topic, qos, options) {}
  /// As ROS spells it.
  LifecyclePublisher(baton::node_interfaces::NodeBaseInterface* node_base, const std::string& topic,
                     const QoS& qos, const PublisherOptionsBase& options = {})
      : Base(EndpointHome(*node_base), topic, qos, options) {}

  /// A message that is not published goes back to where it came from.
  void publish(LoanedMessage<M>&& message) {
    if (may_publish()) return Base::publish(std::move(message));
    const LoanedMessage<M> dropped = std::move(message);
  }
  void publish(std::unique_ptr<M> message) {
    if (may_publish()) Base::publish(std::move(message));
  }
  void publish(const M& message) {
    if (may_publish()) Base::publish(message);
  }
  template <class Generated = M, std::enable_if_t<is_generated_message<Generated>, int> = 0>
  void publish(const SerializedMessage& message) {
    if (may_publish()) Base::publish(message);
  }

  void on_activate() override {
    SimpleManagedEntity::on_activate();
    was_told_.store(false, std::memory_order_relaxed);
  }

 private:
  bool may_publish() {
    if (is_activated()) BATON_LIKELY {
      return true;
    }
    // Of several threads one tells; nothing else depends on it.
    if (!was_told_.exchange(true, std::memory_order_relaxed)) {
      RCLCPP_WARN(get_logger("LifecyclePublisher"),
                  "Trying to publish message on the topic '%s', but the publisher is not activated",
                  this->get_topic_name());
    }
    return false;
  }

  std::atomic<bool> was_told_{false};
};

}  // namespace rclcpp_lifecycle
