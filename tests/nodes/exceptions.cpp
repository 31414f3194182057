// SPDX-License-Identifier: Apache-2.0
// What callbacks and constructors of nodes throw: where it comes out, and what it leaves.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
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

/// Throws the first time that it is called, and counts.
struct Thrower {
  void operator()() {
    if (calls.fetch_add(1) == 0) throw std::logic_error("on purpose");
  }
  std::atomic<int> calls{0};
};

template <class ExecutorT>
class ExceptionsTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    node = make_node();
    executor = std::make_unique<ExecutorT>(executor_options());
    executor->add_node(node);
  }
  void TearDown() override {
    executor.reset();
    node.reset();
    NodeTest::TearDown();
  }

  /// What comes out of spin(); nothing if nothing does in time.
  std::string thrown_by_spin() {
    auto spinning = std::async(std::launch::async, [&]() -> std::string {
      try {
        executor->spin();
      } catch (const std::logic_error& error) {
        return error.what();
      }
      return "nothing";
    });
    if (spinning.wait_for(testing::default_deadline) == std::future_status::timeout) {
      executor->cancel();
    }
    return spinning.get();
  }
  /// The entity throws, and works on in the next spin.
  void expect_thrown_and_on(const std::function<void()>& again = [] {}) {
    EXPECT_EQ(thrown_by_spin(), "on purpose");
    EXPECT_FALSE(executor->is_spinning());
    again();
    std::thread spinning([&] { executor->spin(); });
    EXPECT_TRUE(wait_until([&] { return thrower.calls >= 2; }));
    executor->cancel();
    spinning.join();
  }

  std::shared_ptr<Node> node;
  std::unique_ptr<Executor> executor;
  Thrower thrower;
};

using AllExecutors =
    ::testing::Types<executors::SingleThreadedExecutor, executors::StaticSingleThreadedExecutor,
                     executors::MultiThreadedExecutor, executors::EventsExecutor>;
TYPED_TEST_SUITE(ExceptionsTest, AllExecutors);

TYPED_TEST(ExceptionsTest, OfATimerComeOutOfSpin) {
  const auto timer = this->node->create_wall_timer(1ms, [this] { this->thrower(); });
  this->expect_thrown_and_on();
}

TYPED_TEST(ExceptionsTest, OfASubscriptionComeOutOfSpin) {
  const auto subscription = this->node->template create_subscription<Int64>(
      "t", 10, [this](const Int64&) { this->thrower(); });
  const auto publisher = this->node->template create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  publisher->publish(Int64());
  this->expect_thrown_and_on([&] { publisher->publish(Int64()); });
}

TYPED_TEST(ExceptionsTest, OfAServiceComeOutOfSpinAndTheRequestStaysPending) {
  const auto service = this->node->template create_service<Trigger>(
      "s",
      [this](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) { this->thrower(); });
  const auto client = this->node->template create_client<Trigger>("s");
  ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
  auto first = client->async_send_request(std::make_shared<Trigger::Request>());
  this->expect_thrown_and_on([&] {
    EXPECT_EQ(first.future.wait_for(0s), std::future_status::timeout);
    client->async_send_request(std::make_shared<Trigger::Request>());
  });
  EXPECT_TRUE(client->remove_pending_request(first));
}

TYPED_TEST(ExceptionsTest, OfAClientComeOutOfSpin) {
  const auto service = this->node->template create_service<Trigger>(
      "s", [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {});
  const auto client = this->node->template create_client<Trigger>("s");
  ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
  const auto ask = [&] {
    client->async_send_request(std::make_shared<Trigger::Request>(),
                               [this](typename Client<Trigger>::SharedFuture) { this->thrower(); });
  };
  ask();
  this->expect_thrown_and_on(ask);
}

TYPED_TEST(ExceptionsTest, OfAnEventComeOutOfSpin) {
  PublisherOptions options;
  options.event_callbacks.matched_callback = [this](MatchedInfo&) { this->thrower(); };
  const auto publisher = this->node->template create_publisher<Int64>("t", 10, options);
  std::vector<SubscriptionBase::SharedPtr> subscriptions;
  const auto match = [&] {
    subscriptions.push_back(
        this->node->template create_subscription<Int64>("t", 10, [](const Int64&) {}));
  };
  match();
  this->expect_thrown_and_on(match);
}

class NodesThatThrow : public NodeTest {
 protected:
  static bool is_in_an_executor(const Node& node) {
    return const_cast<Node&>(node).get_node_base_interface()->get_associated_with_executor_atomic();
  }
  /// A node whose timer is due and throws each time.
  std::shared_ptr<Node> throwing_node() {
    auto node = make_node();
    timer = node->create_wall_timer(1ms, [] { throw std::logic_error("on purpose"); });
    EXPECT_TRUE(wait_until([&] { return timer->is_ready(); }));
    return node;
  }
  void await_due() {
    EXPECT_TRUE(wait_until([&] { return timer->is_ready(); }));
  }

  TimerBase::SharedPtr timer;
};

TEST_F(NodesThatThrow, AreFreeAgainWhateverAnExecutorDidWithThem) {
  executors::SingleThreadedExecutor executor(executor_options());
  const auto node = throwing_node();
  EXPECT_THROW(executor.spin_node_once(node, 1s), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  await_due();
  EXPECT_THROW(executor.spin_node_some(node), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  executor.add_node(node);
  timer.reset();
}

TEST_F(NodesThatThrow, AreFreeAgainWhateverAFunctionDidWithThem) {
  const auto node = throwing_node();
  EXPECT_THROW(baton::spin(node), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  await_due();
  EXPECT_THROW(baton::spin_some(node), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  await_due();
  EXPECT_THROW(baton::spin_all(node, 1s), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  std::promise<int> never;
  const std::shared_future<int> future = never.get_future().share();
  EXPECT_THROW(spin_until_future_complete(node, future, 1s), std::logic_error);
  EXPECT_FALSE(is_in_an_executor(*node));
  timer.reset();
}

TEST_F(NodesThatThrow, MayHaveLeftTheExecutorBefore) {
  executors::SingleThreadedExecutor executor(executor_options());
  const auto node = make_node();
  timer = node->create_wall_timer(1ms, [&] {
    executor.remove_node(node);
    throw std::logic_error("on purpose");
  });
  EXPECT_THROW(executor.spin_node_once(node, 1s), std::logic_error);
  timer.reset();
}

/// Has something of everything, is in an executor, and then cannot be.
class HalfMade : public Node {
 public:
  HalfMade(const NodeOptions& options, Executor& executor) : Node("half_made", options) {
    executor.add_node(get_node_base_interface());
    group_ = create_callback_group(CallbackGroupType::Reentrant);
    publisher_ = create_publisher<Int64>("half", 10);
    subscription_ = create_subscription<Int64>("half", 10, [](const Int64&) {});
    timer_ = create_wall_timer(
        0ms, [] {}, group_);
    service_ = create_service<Trigger>(
        "~/s", [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {});
    client_ = create_client<Trigger>("~/s");
    declare_parameter("p", 1);
    watch_ = add_on_set_parameters_callback([](const std::vector<Parameter>&) {
      rcl_interfaces::msg::SetParametersResult result;
      result.successful = true;
      return result;
    });
    throw std::runtime_error("half made");
  }

 private:
  CallbackGroup::SharedPtr group_;
  Publisher<Int64>::SharedPtr publisher_;
  Subscription<Int64>::SharedPtr subscription_;
  TimerBase::SharedPtr timer_;
  Service<Trigger>::SharedPtr service_;
  Client<Trigger>::SharedPtr client_;
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr watch_;
};

TEST_F(NodesThatThrow, InTheirConstructorLeaveNothingInTheGraphOrTheExecutor) {
  executors::MultiThreadedExecutor executor(executor_options(), 2);
  std::thread spinning([&] { executor.spin(); });
  const auto witness = make_node("witness");
  const std::size_t topics = witness->get_topic_names_and_types().size();
  const std::size_t services = witness->get_service_names_and_types().size();
  for (int i = 0; i < 20; ++i) {
    EXPECT_THROW(std::make_shared<HalfMade>(options(), executor), std::runtime_error);
  }
  EXPECT_TRUE(wait_until([&] { return witness->get_node_names().size() == 1; }));
  EXPECT_TRUE(wait_until([&] { return witness->get_topic_names_and_types().size() == topics; }));
  EXPECT_TRUE(
      wait_until([&] { return witness->get_service_names_and_types().size() == services; }));
  EXPECT_TRUE(executor.get_all_callback_groups().empty());
  executor.cancel();
  spinning.join();
}

}  // namespace
}  // namespace baton::nodes
