// SPDX-License-Identifier: Apache-2.0
// Executors, callback groups and composition as ROS packages use them.
#include <atomic>
#include <string>
#include <thread>

#include "rclcpp/executors/events_executor.hpp"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

class Executors : public RosTest {};

/// Two nodes that are made for a container, as components are.
class Talker : public rclcpp::Node {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Talker)
  explicit Talker(const rclcpp::NodeOptions& options) : Node("talker", options) {
    pub_ = create_publisher<std_msgs::msg::String>("chatter", 10);
    timer_ = create_wall_timer(1ms, [this]() {
      auto msg = std::make_unique<std_msgs::msg::String>();
      msg->data = "Hello World: " + std::to_string(++count_);
      pub_->publish(std::move(msg));
    });
  }

 private:
  size_t count_ = 0;
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr pub_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Listener : public rclcpp::Node {
 public:
  explicit Listener(const rclcpp::NodeOptions& options) : rclcpp::Node("listener", options) {
    sub_ = create_subscription<std_msgs::msg::String>(
        "chatter", 10, [this](std_msgs::msg::String::ConstSharedPtr) { ++heard; });
  }
  std::atomic<int> heard{0};

 private:
  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr sub_;
};

TEST_F(Executors, RunNodesThatAreComposedByHand) {
  rclcpp::executors::SingleThreadedExecutor exec;
  rclcpp::NodeOptions options;
  auto talker = Talker::make_shared(options);
  auto listener = std::make_shared<Listener>(options);
  exec.add_node(talker);
  exec.add_node(listener);
  EXPECT_TRUE(spin_until(exec, [&] { return listener->heard > 0; }));
  exec.remove_node(talker);
}

template <class Executor>
void spins_and_is_cancelled() {
  const typename Executor::SharedPtr made = Executor::make_shared();
  Executor& executor = *made;
  auto listener = std::make_shared<Listener>(rclcpp::NodeOptions());
  auto talker = std::make_shared<Talker>(rclcpp::NodeOptions());
  executor.add_node(talker);
  executor.add_node(listener);
  std::thread spinning([&executor] { executor.spin(); });
  while (listener->heard == 0) std::this_thread::yield();
  executor.cancel();
  spinning.join();
}

TEST_F(Executors, OfEveryKindSpinUntilTheyAreCancelled) {
  spins_and_is_cancelled<rclcpp::executors::SingleThreadedExecutor>();
  spins_and_is_cancelled<rclcpp::executors::StaticSingleThreadedExecutor>();
  spins_and_is_cancelled<rclcpp::executors::MultiThreadedExecutor>();
  spins_and_is_cancelled<rclcpp::experimental::executors::EventsExecutor>();
}

/// As in examples of callback groups: two groups that may run at the same time.
class TwoGroups : public rclcpp::Node {
 public:
  TwoGroups() : Node("two_groups") {
    first_group_ = this->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    second_group_ = this->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
    auto subscription_options = rclcpp::SubscriptionOptions();
    subscription_options.callback_group = second_group_;
    publisher_ = create_publisher<std_msgs::msg::Int32>("numbers", 10);
    timer_ = create_wall_timer(
        1ms, [this]() { timer_callback(); }, first_group_);
    subscription_ = this->create_subscription<std_msgs::msg::Int32>(
        "numbers", rclcpp::QoS(10),
        [this](const std_msgs::msg::Int32& msg) {
          if (msg.data == 1) answered_.set_value();
        },
        subscription_options);
  }
  std::atomic<bool> met{false};

 private:
  /// Ends only if the other group runs meanwhile.
  void timer_callback() {
    if (publisher_->get_subscription_count() == 0 || met) return;
    std_msgs::msg::Int32 number;
    number.data = 1;
    publisher_->publish(number);
    met = answered_.get_future().wait_for(40s) == std::future_status::ready;
    timer_->cancel();
  }

  std::promise<void> answered_;
  rclcpp::CallbackGroup::SharedPtr first_group_, second_group_;
  rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr publisher_;
  rclcpp::Subscription<std_msgs::msg::Int32>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

TEST_F(Executors, OfSeveralThreadsRunGroupsAtTheSameTime) {
  auto node = std::make_shared<TwoGroups>();
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  EXPECT_EQ(executor.get_number_of_threads(), 2u);
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });
  while (!node->met) std::this_thread::yield();
  executor.cancel();
  spinning.join();
}

TEST_F(Executors, TakeGroupsOneByOne) {
  auto node = std::make_shared<rclcpp::Node>("groups");
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  int of_group = 0, of_node = 0;
  auto timer = node->create_wall_timer(
      1ms, [&] { ++of_group; }, group);
  auto other = node->create_wall_timer(1ms, [&] { ++of_node; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  EXPECT_TRUE(spin_until(executor, [&] { return of_group >= 2; }));
  EXPECT_EQ(of_node, 0);
}

/// An executor of one's own, as in examples: spin() overridden on top of the base class.
class CountingExecutor : public rclcpp::executors::SingleThreadedExecutor {
 public:
  void spin() override {
    while (rclcpp::ok() && rounds_left_-- > 0) {
      spin_once(10ms);
    }
  }
  int rounds_left_ = 3;
};

TEST_F(Executors, AreDerivedFrom) {
  CountingExecutor executor;
  auto node = std::make_shared<rclcpp::Node>("own_executor");
  int calls = 0;
  auto timer = node->create_wall_timer(1ms, [&] { ++calls; });
  executor.add_node(node);
  static_cast<rclcpp::Executor&>(executor).spin();
  EXPECT_GE(calls, 1);
  EXPECT_LE(executor.rounds_left_, 0);
}

TEST_F(Executors, EndWhenTheContextIsShutDown) {
  auto node = std::make_shared<rclcpp::Node>("ends");
  bool told = false;
  rclcpp::on_shutdown([&] { told = true; });
  auto timer = node->create_wall_timer(1ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_TRUE(told);
}

TEST_F(Executors, WaitForFutures) {
  auto node = std::make_shared<rclcpp::Node>("futures");
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future();
  EXPECT_EQ(rclcpp::spin_until_future_complete(node, future, 1ms),
            rclcpp::FutureReturnCode::TIMEOUT);
  auto timer = node->create_wall_timer(1ms, [&, done = false]() mutable {
    if (!std::exchange(done, true)) promise.set_value(7);
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  EXPECT_EQ(executor.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get(), 7);
}

}  // namespace
