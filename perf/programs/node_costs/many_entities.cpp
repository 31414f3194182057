// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cases.hpp"
#include "clock.hpp"
#include "contest.hpp"
#include "messages.hpp"
#include "spinning_node.hpp"

namespace node_costs {
namespace {

using Message = perf::messages::Struct256;

/// A node with one subscription that is used, and with subscriptions and timers that are not.
class CrowdedNode {
 public:
  CrowdedNode(const baton::Context::SharedPtr& context, const std::string& name, unsigned entities)
      : node_(make_node(context, name)), publisher_(node_->create_publisher<Message>(name, 10)) {
    busy_ = node_->create_subscription<Message>(name, 10, [this](const Message& message) {
      latencies_.add(perf::now_ns() - message.time);
    });
    for (unsigned i = 1; i < entities; ++i) {
      if (i % 2 == 0) {
        timers_.push_back(node_->create_wall_timer(std::chrono::hours(1), [] {}));
      } else {
        idle_.push_back(node_->create_subscription<Message>(fmt::format("{}_idle_{}", name, i), 10,
                                                            [](const Message&) {}));
      }
    }
    wait_for_readers(*publisher_);
  }

  Contender asleep(const char* name) {
    return {name, [this] { publish(); }, {&latencies_}};
  }
  const baton::Node::SharedPtr& node() const { return node_; }
  void publish() {
    auto loan = publisher_->borrow_loaned_message();
    loan->time = perf::now_ns();
    publisher_->publish(std::move(loan));
  }
  const Latencies& latencies() const { return latencies_; }

 private:
  Latencies latencies_;
  const baton::Node::SharedPtr node_;
  const baton::Publisher<Message>::SharedPtr publisher_;
  baton::Subscription<Message>::SharedPtr busy_;
  std::vector<baton::Subscription<Message>::SharedPtr> idle_;
  std::vector<baton::TimerBase::SharedPtr> timers_;
};

constexpr unsigned few = 10;
constexpr unsigned many = 1000;

nlohmann::json asleep(const baton::Context::SharedPtr& context, double seconds) {
  CrowdedNode small(context, "few_asleep", few);
  CrowdedNode large(context, "many_asleep", many);
  const SpinningNode small_spins(context, small.node());
  const SpinningNode large_spins(context, large.node());
  return contest({large.asleep("node"), small.asleep("reference")}, {.seconds = seconds});
}

nlohmann::json in_one_thread(const baton::Context::SharedPtr& context, double seconds) {
  CrowdedNode small(context, "few_awake", few);
  CrowdedNode large(context, "many_awake", many);
  baton::executors::SingleThreadedExecutor small_spins(options_in(context));
  baton::executors::SingleThreadedExecutor large_spins(options_in(context));
  small_spins.add_node(small.node());
  large_spins.add_node(large.node());
  const auto through = [](CrowdedNode& node, baton::Executor& executor) {
    return [&node, &executor] {
      node.publish();
      executor.spin_some();
    };
  };
  return contest({{"node_awake", through(large, large_spins), {&large.latencies()}},
                  {"reference_awake", through(small, small_spins), {&small.latencies()}}},
                 {.seconds = seconds, .pause_ns = 0});
}

}  // namespace

nlohmann::json many_entities(double seconds) {
  const auto context = make_context();
  nlohmann::json document = asleep(context, seconds * 0.8);
  document.update(in_one_thread(context, seconds * 0.2));
  return document;
}

}  // namespace node_costs
