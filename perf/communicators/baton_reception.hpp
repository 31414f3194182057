// SPDX-License-Identifier: Apache-2.0
//
// The ways of getting messages out of a subscription: executors, a wait set, busy polling.
#pragma once

#include <algorithm>
#include <atomic>
#include <baton/baton.hpp>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "communicator.hpp"
#include "communicators/baton_message.hpp"
#include "communicators/baton_publication.hpp"
#include "options.hpp"

namespace perf {

/// What a reception is made with. The executor belongs to the node's context.
struct ReceptionPlan {
  baton::Node::SharedPtr node;
  baton::Context::SharedPtr context;
  std::vector<std::string> topics;
  baton::QoS qos;
  MessageType type;
  CallbackType callback_type;
  std::chrono::nanoseconds spin;
};

inline std::chrono::nanoseconds time_until(int64_t deadline_ns) {
  using std::chrono::nanoseconds;
  if (deadline_ns == std::numeric_limits<int64_t>::max()) return nanoseconds(-1);
  return nanoseconds(std::max<int64_t>(0, deadline_ns - now_ns()));
}

/// Keeps the subscription's node, which keeps the participant.
template <class M>
class BatonReception : public Reception {
 public:
  BatonReception(const ReceptionPlan& plan, MessageHandler& handler)
      : type_(plan.type), handler_(handler), node_(plan.node) {
    for (const std::string& topic : plan.topics) subscriptions_.push_back(subscribe(plan, topic));
  }

  void run() override {
    while (!interrupted()) receive(std::numeric_limits<int64_t>::max());
  }

  void interrupt() override { interrupted_.store(true, std::memory_order_relaxed); }

  std::vector<MatchedPeer> matches() const override {
    std::vector<MatchedPeer> all;
    for (const auto& subscription : subscriptions_) {
      for (MatchedPeer& peer : peers_of(subscription->get_matches())) {
        all.push_back(std::move(peer));
      }
    }
    return all;
  }
  EndpointCounters counters() const override {
    uint64_t copied = 0;
    for (const auto& subscription : subscriptions_) {
      const baton::SubscriptionCounters counters = subscription->get_counters();
      copied += counters.copied + counters.copied_for_callback;
    }
    return {copied, 0, ""};
  }

 protected:
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }

  /// One message of each topic; false when no topic has one.
  bool take_one() {
    bool any = false;
    for (const auto& subscription : subscriptions_) {
      const auto sample = subscription->take();
      if (sample) hand_over(sample->get());
      any |= sample.has_value();
    }
    return any;
  }

  const baton::Node::SharedPtr& node() const { return node_; }
  const std::vector<std::shared_ptr<baton::Subscription<M>>>& subscriptions() const {
    return subscriptions_;
  }

 private:
  void hand_over(const M& message) {
    const int64_t entry_ns = now_ns();
    handler_.on_message(received_frame(type_, message), entry_ns);
  }

  std::shared_ptr<baton::Subscription<M>> subscribe(const ReceptionPlan& plan,
                                                    const std::string& topic) {
    const auto subscribe = [&](auto callback) {
      return node_->create_subscription<M>(topic, plan.qos, std::move(callback));
    };
    switch (plan.callback_type) {
      case CallbackType::const_ref:
        return subscribe([this](const M& message) { hand_over(message); });
      case CallbackType::const_shared_ptr:
        return subscribe([this](std::shared_ptr<const M> message) { hand_over(*message); });
      case CallbackType::unique_ptr:
        return subscribe([this](std::unique_ptr<M> message) { hand_over(*message); });
      case CallbackType::shared_ptr:
        return subscribe([this](std::shared_ptr<M> message) { hand_over(*message); });
    }
    return nullptr;
  }

  const MessageType type_;
  MessageHandler& handler_;
  const baton::Node::SharedPtr node_;
  std::vector<std::shared_ptr<baton::Subscription<M>>> subscriptions_;
  // interrupt() writes this, and the receiving thread reads it. Relaxed: the thread sees it one
  // look later at most.
  std::atomic<bool> interrupted_{false};
};

/// The node spins in an executor of its own.
template <class M, class ExecutorT>
class ExecutorReception final : public BatonReception<M> {
 public:
  ExecutorReception(const ReceptionPlan& plan, MessageHandler& handler)
      : BatonReception<M>(plan, handler), executor_(options_of(plan)) {
    executor_.add_node(this->node());
  }
  ~ExecutorReception() override { executor_.remove_node(this->node()); }

  void run() override { executor_.spin(); }
  void receive(int64_t deadline_ns) override { executor_.spin_once(time_until(deadline_ns)); }
  void interrupt() override { executor_.cancel(); }

 private:
  static baton::ExecutorOptions options_of(const ReceptionPlan& plan) {
    baton::ExecutorOptions options;
    options.context = plan.context;
    options.spin = plan.spin;
    return options;
  }

  ExecutorT executor_;
};

template <class M>
class WaitSetReception final : public BatonReception<M> {
 public:
  WaitSetReception(const ReceptionPlan& plan, MessageHandler& handler)
      : BatonReception<M>(plan, handler), wait_set_(*plan.context), spin_(plan.spin) {
    for (const auto& each : this->subscriptions()) wait_set_.add_subscription(each);
  }
  ~WaitSetReception() override {
    for (const auto& each : this->subscriptions()) wait_set_.remove_subscription(each);
  }

  void receive(int64_t deadline_ns) override {
    (void)wait_set_.wait(time_until(deadline_ns), spin_);
    while (this->take_one()) {
    }
  }
  void interrupt() override {
    BatonReception<M>::interrupt();
    wait_set_.notify();
  }

 private:
  baton::WaitSet wait_set_;
  const std::chrono::nanoseconds spin_;
};

template <class M>
class PollingReception final : public BatonReception<M> {
 public:
  using BatonReception<M>::BatonReception;

  void receive(int64_t deadline_ns) override {
    constexpr unsigned looks_per_clock = 1024;
    for (unsigned looks = 1; !this->take_one(); ++looks) {
      if (this->interrupted()) return;
      if (looks % looks_per_clock == 0 && now_ns() >= deadline_ns) return;
      cpu_relax();
    }
  }
};

template <class M>
std::unique_ptr<Reception> make_reception(Way way, const ReceptionPlan& plan,
                                          MessageHandler& handler) {
  namespace executors = baton::executors;
  switch (way) {
    case Way::static_single_threaded_executor:
      return std::make_unique<ExecutorReception<M, executors::StaticSingleThreadedExecutor>>(
          plan, handler);
    case Way::multi_threaded_executor:
      return std::make_unique<ExecutorReception<M, executors::MultiThreadedExecutor>>(plan,
                                                                                      handler);
    case Way::events_executor:
      return std::make_unique<ExecutorReception<M, executors::EventsExecutor>>(plan, handler);
    case Way::wait_set:
      return std::make_unique<WaitSetReception<M>>(plan, handler);
    case Way::poll:
      return std::make_unique<PollingReception<M>>(plan, handler);
    default:
      return std::make_unique<ExecutorReception<M, executors::SingleThreadedExecutor>>(plan,
                                                                                       handler);
  }
}

}  // namespace perf
