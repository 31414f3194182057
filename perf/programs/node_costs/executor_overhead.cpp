// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "cases.hpp"
#include "clock.hpp"
#include "contest.hpp"
#include "messages.hpp"
#include "spinning_node.hpp"

namespace node_costs {
namespace {

using Message = perf::messages::Struct256;

void publish_one(baton::Publisher<Message>& publisher) {
  auto loan = publisher.borrow_loaned_message();
  loan->time = perf::now_ns();
  publisher.publish(std::move(loan));
}

/// A subscription without a node, in a loop of the program.
class BareReader {
 public:
  BareReader(const baton::Context::SharedPtr& context, const std::string& topic)
      : subscription_(baton::create_subscription<Message>(*context, topic, 10)),
        wait_set_(*context) {
    wait_set_.add_subscription(subscription_);
  }
  ~BareReader() {
    stopped_.store(true);
    wait_set_.notify();
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    thread_ = std::thread([this] {
      while (!stopped_.load()) {
        (void)wait_set_.wait();
        take_all();
      }
    });
  }
  void take_all() {
    while (const auto sample = subscription_->take()) {
      latencies_.add(perf::now_ns() - sample->get().time);
    }
  }
  const Latencies& latencies() const { return latencies_; }

 private:
  Latencies latencies_;
  const baton::Subscription<Message>::SharedPtr subscription_;
  baton::WaitSet wait_set_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

struct NodeReader {
  NodeReader(const baton::Context::SharedPtr& context, const std::string& name)
      : node(make_node(context, name)),
        subscription(node->create_subscription<Message>(name, 10, [this](const Message& message) {
          latencies.add(perf::now_ns() - message.time);
        })) {}
  Latencies latencies;
  const baton::Node::SharedPtr node;
  const baton::Subscription<Message>::SharedPtr subscription;
};

nlohmann::json asleep(const baton::Context::SharedPtr& context, double seconds) {
  NodeReader reader(context, "asleep");
  const SpinningNode spinning(context, reader.node);
  const auto publisher = reader.node->create_publisher<Message>("asleep", 10);
  BareReader bare(context, "asleep_bare");
  bare.start();
  const auto bare_publisher = baton::create_publisher<Message>(*context, "asleep_bare", 10);
  wait_for_readers(*publisher);
  wait_for_readers(*bare_publisher);
  return contest({{"node", [&] { publish_one(*publisher); }, {&reader.latencies}},
                  {"reference", [&] { publish_one(*bare_publisher); }, {&bare.latencies()}}},
                 {.seconds = seconds});
}

nlohmann::json in_one_thread(const baton::Context::SharedPtr& context, double seconds) {
  NodeReader reader(context, "awake");
  baton::executors::SingleThreadedExecutor executor(options_in(context));
  executor.add_node(reader.node);
  const auto publisher = reader.node->create_publisher<Message>("awake", 10);
  BareReader bare(context, "awake_bare");
  const auto bare_publisher = baton::create_publisher<Message>(*context, "awake_bare", 10);
  wait_for_readers(*publisher);
  wait_for_readers(*bare_publisher);
  const auto through_node = [&] {
    publish_one(*publisher);
    executor.spin_some();
  };
  const auto through_loop = [&] {
    publish_one(*bare_publisher);
    bare.take_all();
  };
  return contest({{"node_awake", through_node, {&reader.latencies}},
                  {"reference_awake", through_loop, {&bare.latencies()}}},
                 {.seconds = seconds, .pause_ns = 0});
}

}  // namespace

nlohmann::json executor_overhead(double seconds) {
  const auto context = make_context();
  nlohmann::json document = asleep(context, seconds * 0.8);
  document.update(in_one_thread(context, seconds * 0.2));
  return document;
}

}  // namespace node_costs
