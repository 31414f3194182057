// SPDX-License-Identifier: Apache-2.0
// A node of Baton with a publisher and a subscription, in a context of its own.
#pragma once

#include <memory>
#include <string>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

namespace baton::network {

class BatonSide {
 public:
  BatonSide(const std::string& published, const std::string& subscribed, const QoS& qos = 10) {
    InitOptions without_signals;  // what listens for them stays open for the life of a process
    without_signals.shutdown_on_signal = false;
    context_->init(0, nullptr, without_signals);
    node_ = std::make_shared<Node>("node", NodeOptions().context(context_));
    publisher = node_->create_publisher<std_msgs::msg::String>(published, qos);
    subscription = node_->create_subscription<std_msgs::msg::String>(
        subscribed, qos, [](const std_msgs::msg::String&) {});
  }
  ~BatonSide() {
    publisher.reset();
    subscription.reset();
    node_.reset();
    context_->shutdown("the test is over");
  }
  BatonSide(const BatonSide&) = delete;
  BatonSide& operator=(const BatonSide&) = delete;

  bool is_matched() const {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }

 private:
  const Context::SharedPtr context_ = std::make_shared<Context>();
  std::shared_ptr<Node> node_;

 public:
  Publisher<std_msgs::msg::String>::SharedPtr publisher;
  Subscription<std_msgs::msg::String>::SharedPtr subscription;
};

}  // namespace baton::network
