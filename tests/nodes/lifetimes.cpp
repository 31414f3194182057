// SPDX-License-Identifier: Apache-2.0
// Nodes and what they have may be released in any order, with work left to do.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include <std_msgs/msg/int64.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using std_srvs::srv::Trigger;
using namespace std::chrono_literals;

/// One of each, in use.
struct Everything {
  explicit Everything(bool in_process) {
    context = std::make_shared<Context>(ContextOptions{});
    node = std::make_shared<Node>("node", NodeOptions()
                                              .context(context)
                                              .use_intra_process_comms(in_process)
                                              .start_parameter_services(false)
                                              .enable_rosout(false));
    ExecutorOptions options;
    options.context = context;
    executor = std::make_unique<executors::SingleThreadedExecutor>(options);
    executor->add_node(node);
    group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  }

  void with_topics() {
    SubscriptionOptions in_group;
    in_group.callback_group = group;
    subscription = node->create_subscription<Int64>(
        "t", 10, [](const Int64&) {}, in_group);
    publisher = node->create_publisher<Int64>("t", 10);
    ASSERT_TRUE(wait_until([&] {
      return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
    }));
    publisher->publish(Int64());
    publisher->publish(Int64());
    executor->spin_once(0ms);
  }
  void with_a_timer() {
    timer = node->create_wall_timer(
        0ms, [] {}, group);
    executor->spin_once(1s);
  }
  void with_services() {
    service = node->create_service<Trigger>(
        "s", [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {}, ServicesQoS(),
        group);
    client = node->create_client<Trigger>("s", ServicesQoS(), group);
    ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
    for (int i = 0; i < 2; ++i) {
      client->async_send_request(std::make_shared<Trigger::Request>(),
                                 [](Client<Trigger>::SharedFuture) {});
    }
    executor->spin_once(1s);
  }
  void with_all() {
    with_topics();
    with_a_timer();
    with_services();
  }

  Context::SharedPtr context;
  std::shared_ptr<Node> node;
  std::unique_ptr<Executor> executor;
  CallbackGroup::SharedPtr group;
  Publisher<Int64>::SharedPtr publisher;
  Subscription<Int64>::SharedPtr subscription;
  TimerBase::SharedPtr timer;
  Service<Trigger>::SharedPtr service;
  Client<Trigger>::SharedPtr client;
};

class LifetimesTest : public testing::IsolatedTest {
 protected:
  /// Releases one thing.
  using Let = std::function<void(Everything&)>;
  template <class Member>
  static Let of(Member member) {
    return [member](Everything& all) { (all.*member).reset(); };
  }

  /// For every order, and under a sanitizer for some of them, with `begin(everything)` before.
  static void let_go_in_every_order(const std::vector<Let>& lets, void (Everything::*begin)()) {
    constexpr int stride = testing::slowness;
    std::vector<std::size_t> order(lets.size());
    std::iota(order.begin(), order.end(), 0);
    int number = 0;
    do {
      if (number++ % stride != 0) continue;
      Everything all(number % 2 == 1);
      (all.*begin)();
      for (const std::size_t each : order) {
        lets[each](all);
        if (all.executor) all.executor->spin_some();
      }
    } while (std::next_permutation(order.begin(), order.end()) && !HasFatalFailure());
  }
};

TEST_F(LifetimesTest, TopicsMayGoInAnyOrderWithTheirNodeItsExecutorAndItsContext) {
  let_go_in_every_order({of(&Everything::context), of(&Everything::node), of(&Everything::executor),
                         of(&Everything::publisher), of(&Everything::subscription)},
                        &Everything::with_topics);
}

TEST_F(LifetimesTest, TimersMayGoInAnyOrderWithTheirGroupNodeExecutorAndContext) {
  let_go_in_every_order({of(&Everything::context), of(&Everything::node), of(&Everything::executor),
                         of(&Everything::group), of(&Everything::timer)},
                        &Everything::with_a_timer);
}

TEST_F(LifetimesTest, ServicesAndClientsMayGoInAnyOrderWithTheirNodeItsExecutorAndItsContext) {
  let_go_in_every_order({of(&Everything::context), of(&Everything::node), of(&Everything::executor),
                         of(&Everything::service), of(&Everything::client)},
                        &Everything::with_services);
}

TEST_F(LifetimesTest, EverythingOfAGroupMayGoInAnyOrderWithIt) {
  let_go_in_every_order(
      {of(&Everything::node), of(&Everything::group), of(&Everything::subscription),
       of(&Everything::service), of(&Everything::client)},
      &Everything::with_all);
}

/// What a callback owns goes with its entity, from whatever thread and in the midst of whatever.
TEST_F(LifetimesTest, ACallbackMayOwnTheNodeTheExecutorAndTheContext) {
  for (int last = 0; last < 3; ++last) {
    auto all = std::make_shared<Everything>(false);
    std::weak_ptr<Everything> watch = all;
    all->timer = all->node->create_wall_timer(1ms, [all, last] {
      if (last == 0) all->executor->cancel();
      if (last == 1) all->context->shutdown();
      if (last == 2) all->executor->remove_node(all->node);
    });
    if (last == 2) {
      all->executor->spin_once(1s);
    } else {
      all->executor->spin();
    }
    all->timer.reset();  // which owned everything but what is here
    ASSERT_EQ(watch.use_count(), 1);
    all.reset();
    EXPECT_TRUE(watch.expired());
  }
}

}  // namespace
}  // namespace baton::nodes
