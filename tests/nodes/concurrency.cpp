// SPDX-License-Identifier: Apache-2.0
// Nodes and everything they have come and go in several threads at once, while others use them.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <std_msgs/msg/int64.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using std_srvs::srv::Trigger;
using namespace std::chrono_literals;

constexpr int rounds = 60 / testing::slowness;

class ConcurrencyTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    shared = make_node("shared");
    executor = std::make_unique<executors::MultiThreadedExecutor>(executor_options(), 3);
    executor->add_node(shared);
    spinning = std::thread([this] { executor->spin(); });
  }
  void TearDown() override {
    executor->cancel();
    spinning.join();
    executor.reset();
    shared.reset();
    NodeTest::TearDown();
  }
  /// Each of them `rounds` times, all at once.
  static void together(const std::vector<std::function<void(int)>>& works) {
    std::vector<std::thread> threads;
    for (const auto& work : works) {
      threads.emplace_back([&work] {
        for (int round = 0; round < rounds; ++round) work(round);
      });
    }
    for (auto& thread : threads) thread.join();
  }

  void node_comes_and_goes(int round) {
    const auto node = make_node("n" + std::to_string(round));
    executor->add_node(node);
    const auto timer = node->create_wall_timer(0ms, [this] { ++fired; });
    const auto subscription =
        node->create_subscription<Int64>("t", 10, [this](const Int64&) { ++received; });
    const int before = fired;
    EXPECT_TRUE(wait_until([&] { return fired > before; }));
    if (round % 3 == 0) executor->remove_node(node);
  }
  void publisher_comes_and_goes(int) {
    const auto publisher = shared->create_publisher<Int64>("t", 10);
    for (int i = 0; i < 20; ++i) publisher->publish(Int64());
  }
  void subscription_comes_and_goes(int round) {
    SubscriptionOptions in_group;
    const auto group = shared->create_callback_group(
        round % 2 == 0 ? CallbackGroupType::Reentrant : CallbackGroupType::MutuallyExclusive);
    in_group.callback_group = group;
    const auto subscription = shared->create_subscription<Int64>(
        "t", 10, [this](const Int64&) { ++received; }, in_group);
    const auto publisher = shared->create_publisher<Int64>("t", 10);
    const int before = received;
    EXPECT_TRUE(wait_until([&] {
      publisher->publish(Int64());
      return received > before;
    }));
  }
  void service_comes_and_goes(int round) {
    const std::string name = "s" + std::to_string(round % 2);
    const auto service = shared->create_service<Trigger>(
        name, [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {});
    const auto client = shared->create_client<Trigger>(name);
    ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
    const int before = answered;
    client->async_send_request(std::make_shared<Trigger::Request>(),
                               [this](Client<Trigger>::SharedFuture) { ++answered; });
    if (round % 3 != 0) return;  // both go with the request on its way
    EXPECT_TRUE(wait_until([&] { return answered > before; }));
  }
  void parameter_is_set(int round) {
    const std::string name = "p" + std::to_string(round);
    shared->declare_parameter(name, 0);
    const auto watch =
        shared->add_post_set_parameters_callback([this](const std::vector<Parameter>&) { ++set; });
    shared->set_parameter({name, round});
    EXPECT_EQ(shared->get_parameter(name).as_int(), round);
  }
  void timer_is_reset(int round) {
    const auto timer = shared->create_wall_timer(0ms, [this] { ++fired; });
    if (round % 2 == 0) timer->cancel();
    timer->reset();
    const int before = fired;
    EXPECT_TRUE(wait_until([&] { return fired > before; }));
  }

  std::shared_ptr<Node> shared;
  std::unique_ptr<Executor> executor;
  std::thread spinning;
  std::atomic<int> fired{0};
  std::atomic<int> received{0};
  std::atomic<int> answered{0};
  std::atomic<int> set{0};
};

TEST_F(ConcurrencyTest, EverythingComesAndGoesWhileItIsUsed) {
  const std::size_t topics = shared->get_topic_names_and_types().size();
  const std::size_t parameters = shared->list_parameters({}, 0).names.size();
  together({
      [this](int round) { node_comes_and_goes(round); },
      [this](int round) { publisher_comes_and_goes(round); },
      [this](int round) { subscription_comes_and_goes(round); },
      [this](int round) { service_comes_and_goes(round); },
      [this](int round) { parameter_is_set(round); },
      [this](int round) { timer_is_reset(round); },
  });
  EXPECT_EQ(shared->list_parameters({}, 0).names.size(), parameters + rounds);
  EXPECT_GE(set, rounds);
  EXPECT_TRUE(wait_until([&] { return shared->get_node_names().size() == 1; }));
  EXPECT_TRUE(wait_until([&] { return shared->get_topic_names_and_types().size() == topics; }));
}

TEST_F(ConcurrencyTest, NodesMoveBetweenExecutorsThatSpin) {
  executors::SingleThreadedExecutor other(executor_options());
  std::thread other_spinning([&] { other.spin(); });
  std::vector<std::shared_ptr<Node>> nodes;
  std::vector<TimerBase::SharedPtr> timers;
  for (int i = 0; i < 3; ++i) {
    nodes.push_back(make_node("mover" + std::to_string(i)));
    timers.push_back(nodes.back()->create_wall_timer(0ms, [this] { ++fired; }));
  }
  std::vector<std::function<void(int)>> works;
  for (const auto& node : nodes) {
    works.push_back([&, node](int round) {
      Executor& now = round % 2 == 0 ? *executor : other;
      now.add_node(node);
      const int before = fired;
      EXPECT_TRUE(wait_until([&] { return fired > before; }));
      (void)now.get_all_callback_groups();
      now.remove_node(node);
    });
  }
  together(works);
  timers.clear();
  other.cancel();
  other_spinning.join();
}

TEST_F(ConcurrencyTest, TheContextEndsWhileEverythingIsInUse) {
  std::atomic<bool> done{false};
  const auto until_shutdown = [&](const std::function<void(int)>& work) {
    return [&done, work] {
      for (int round = 0; !done; ++round) {
        try {
          work(round);
        } catch (const std::exception&) {
          return;  // the context was shut down
        }
      }
    };
  };
  const auto publisher = shared->create_publisher<Int64>("t", 10);
  const auto counting =
      shared->create_subscription<Int64>("t", 10, [this](const Int64&) { ++received; });
  std::thread publishing(until_shutdown([&](int) { publisher->publish(Int64()); }));
  std::thread making(until_shutdown([&](int round) {
    const auto node = make_node("m" + std::to_string(round));
    const auto subscription = node->create_subscription<Int64>("t", 10, [](const Int64&) {});
    executor->add_node(node);
  }));
  std::thread setting(until_shutdown(
      [&](int round) { shared->declare_parameter("q" + std::to_string(round), round); }));
  EXPECT_TRUE(wait_until([&] { return received > 5; }));
  context->shutdown("in the midst of it");
  done = true;
  publishing.join();
  making.join();
  setting.join();
  EXPECT_FALSE(ok(context));
}

}  // namespace
}  // namespace baton::nodes
