// SPDX-License-Identifier: Apache-2.0
// Nodes whose clock follows /clock.
#include <atomic>
#include <chrono>
#include <stdexcept>

#include <rosgraph_msgs/msg/clock.hpp>

#include <baton/time_source.hpp>

#include "node_test.hpp"
#include "testing/process_facts.hpp"

namespace baton::nodes {
namespace {

using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;

class SimulatedTimeTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    publisher = create_publisher<Clock>(*context, "/clock", ClockQoS());
  }
  void TearDown() override {
    publisher.reset();
    NodeTest::TearDown();
  }

  std::shared_ptr<Node> make_simulated_node(NodeOptions made, const std::string& name = "node") {
    made.append_parameter_override("use_sim_time", true);
    auto node = std::make_shared<Node>(name, made);
    EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() >= 1; }));
    return node;
  }
  void tell(std::chrono::nanoseconds time) {
    Clock message;
    message.clock = Time(time.count(), RCL_ROS_TIME);
    publisher->publish(message);
  }
  /// Until the node's clock, which a thread of its own moves, says so.
  static bool reaches(Node& node, std::chrono::nanoseconds time) {
    return wait_until([&] { return node.now().nanoseconds() == time.count(); });
  }
  rcl_interfaces::msg::SetParametersResult simulate(Node& node, bool on) {
    return node.set_parameter(Parameter("use_sim_time", on));
  }

  Publisher<Clock>::SharedPtr publisher;
};

TEST_F(SimulatedTimeTest, ATimerFiresWhenTheClockTopicSaysSo) {
  const auto node = make_simulated_node(options());
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  EXPECT_EQ(node->now().nanoseconds(), 0);
  const auto timer = node->create_timer(1s, [&] { ++fired; });
  tell(999ms);
  ASSERT_TRUE(reaches(*node, 999ms));
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(1s);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
  tell(1500ms);
  ASSERT_TRUE(reaches(*node, 1500ms));
  executor.spin_some();
  EXPECT_EQ(fired, 1);
  tell(2s);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 2; }));
}

TEST_F(SimulatedTimeTest, ATimerWaitsForAPeriodWhenTimeIsSetBack) {
  const auto node = make_simulated_node(options());
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  tell(10s);
  ASSERT_TRUE(reaches(*node, 10s));
  int fired = 0;
  const auto timer = node->create_timer(1s, [&] { ++fired; });
  tell(5s);
  ASSERT_TRUE(reaches(*node, 5s));
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(5999ms);
  ASSERT_TRUE(reaches(*node, 5999ms));
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(6s);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
}

TEST_F(SimulatedTimeTest, ATimerWaitsForAPeriodWhenTimeWasSetBackBeforeItWasSpun) {
  const auto node = make_simulated_node(options());
  tell(10s);
  ASSERT_TRUE(reaches(*node, 10s));
  int fired = 0;
  const auto timer = node->create_timer(1s, [&] { ++fired; });
  tell(5s);
  ASSERT_TRUE(reaches(*node, 5s));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(6s);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
}

TEST_F(SimulatedTimeTest, ATimerGoesOnWhenItsClockTurnsToSimulatedTime) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto timer = node->create_timer(1h, [&] { ++fired; });
  executor.spin_some();
  EXPECT_TRUE(simulate(*node, true).successful);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  tell(1000s);
  ASSERT_TRUE(reaches(*node, 1000s));
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(1000s + 1h);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
}

TEST_F(SimulatedTimeTest, ATimerThatIsSpunBeforeTheFirstSimulatedTimeWaitsForAPeriodOfIt) {
  const auto node = make_node();
  int fired = 0;
  const auto timer = node->create_timer(1h, [&] { ++fired; });
  EXPECT_TRUE(simulate(*node, true).successful);
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  tell(1'000'000s);
  ASSERT_TRUE(reaches(*node, 1'000'000s));
  executor.spin_some();
  EXPECT_EQ(fired, 0);
  tell(1'000'000s + 1h);
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
}

TEST_F(SimulatedTimeTest, ATimerKeepsWhatIsLeftOfItsPeriodWhenItsClockTurnsToSystemTime) {
  const auto node = make_simulated_node(options());
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  tell(10s);
  ASSERT_TRUE(reaches(*node, 10s));
  const auto timer = node->create_timer(2h, [] {});
  tell(10s + 1h);
  ASSERT_TRUE(reaches(*node, 10s + 1h));
  EXPECT_TRUE(simulate(*node, false).successful);
  EXPECT_GT(timer->time_until_trigger(), 50min);
  EXPECT_LE(timer->time_until_trigger(), 1h);
}

TEST_F(SimulatedTimeTest, ASleepingExecutorIsWokenByTime) {
  const auto node = make_simulated_node(options());
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto timer = node->create_timer(1s, [&] { ++fired; });
  const auto begin = std::chrono::steady_clock::now();
  std::thread spinning([&] { executor.spin_once(testing::default_deadline); });
  ASSERT_TRUE(wait_until([&] { return executor.get_counters().waits == 1; }));
  tell(1s);
  spinning.join();
  EXPECT_EQ(fired, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, testing::default_deadline);
}

TEST_F(SimulatedTimeTest, AContextThatIsInitialisedAgainFollowsTheTimeAgain) {
  const auto former = make_simulated_node(options(), "former");
  context->shutdown("to be initialised again");
  publisher.reset();
  InitOptions without_signals;
  without_signals.shutdown_on_signal = false;
  context->init(0, nullptr, without_signals);
  publisher = create_publisher<Clock>(*context, "/clock", ClockQoS());
  const auto node = make_simulated_node(options());
  tell(3s);
  EXPECT_TRUE(reaches(*node, 3s));
}

TEST_F(SimulatedTimeTest, ANegativeTimeIsLeftOut) {
  const auto node = make_simulated_node(options());
  tell(3s);
  ASSERT_TRUE(reaches(*node, 3s));
  Clock negative;
  negative.clock.sec = -7;
  publisher->publish(negative);
  tell(4s);
  EXPECT_TRUE(reaches(*node, 4s)) << "the thread that follows /clock has gone on";
}

TEST_F(SimulatedTimeTest, ItIsSwitchedOnAndOffWhileTheNodeRuns) {
  const auto node = make_node();
  EXPECT_FALSE(node->get_parameter("use_sim_time").as_bool());
  EXPECT_FALSE(node->get_clock()->ros_time_is_active());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
  const std::size_t threads = testing::thread_count();
  EXPECT_TRUE(simulate(*node, true).successful);
  EXPECT_TRUE(node->get_clock()->ros_time_is_active());
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  tell(3s);
  ASSERT_TRUE(reaches(*node, 3s));
  EXPECT_TRUE(simulate(*node, false).successful);
  EXPECT_FALSE(node->get_clock()->ros_time_is_active());
  EXPECT_GT(node->now().seconds(), 1e9);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
  EXPECT_TRUE(wait_until([&] { return testing::thread_count() == threads; }));
}

TEST_F(SimulatedTimeTest, AJumpCallbackReadsParametersWhileTimeIsSwitchedOff) {
  const auto node = make_simulated_node(options());
  std::atomic<bool> is_jumping{false};
  std::atomic<bool> is_setting{false};
  std::atomic<int> read{0};
  const auto check = node->add_on_set_parameters_callback([&](const std::vector<Parameter>&) {
    is_setting = true;
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = true;
    return result;
  });
  rcl_jump_threshold_t any_forward{};
  any_forward.min_forward.nanoseconds = 1;
  const auto handler = node->get_clock()->create_jump_callback(
      [&] {
        is_jumping = true;
        EXPECT_TRUE(wait_until([&] { return is_setting.load(); }));
        (void)node->get_parameter("use_sim_time");
        ++read;
      },
      nullptr, any_forward);
  tell(1s);
  ASSERT_TRUE(wait_until([&] { return is_jumping.load(); }));
  EXPECT_TRUE(simulate(*node, false).successful);
  EXPECT_FALSE(node->get_clock()->ros_time_is_active());
  EXPECT_TRUE(wait_until([&] { return read == 1; }));
}

TEST_F(SimulatedTimeTest, AnotherTypeThanBoolIsRefused) {
  const auto node = make_node();
  EXPECT_FALSE(node->set_parameter(Parameter("use_sim_time", "yes")).successful);
  EXPECT_FALSE(node->get_clock()->ros_time_is_active());
  NodeOptions wrong = options();
  wrong.append_parameter_override("use_sim_time", 1);
  EXPECT_ANY_THROW(std::make_shared<Node>("other", wrong));
}

TEST_F(SimulatedTimeTest, AClockThatCannotFollowIsRefused) {
  const auto node = std::make_shared<Node>("node", options().clock_type(RCL_STEADY_TIME));
  const auto result = simulate(*node, true);
  EXPECT_FALSE(result.successful);
  EXPECT_THAT(std::string(result.reason), ::testing::HasSubstr("RCL_ROS_TIME"));
}

TEST_F(SimulatedTimeTest, WithoutAClockThreadTheNodesExecutorMovesTime) {
  const std::size_t threads = testing::thread_count();
  const auto node = make_simulated_node(options().use_clock_thread(false));
  EXPECT_EQ(testing::thread_count(), threads);
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  tell(2s);
  EXPECT_EQ(node->now().nanoseconds(), 0);
  ASSERT_TRUE(spin_until(executor, [&] { return node->now().nanoseconds() == 2'000'000'000; }));
}

TEST_F(SimulatedTimeTest, NodesOfOneContextShareTheClockThread) {
  const auto first = make_simulated_node(options(), "first");
  const std::size_t threads = testing::thread_count();
  const auto second = make_simulated_node(options(), "second");
  EXPECT_EQ(testing::thread_count(), threads);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 2; }));
  tell(2s);
  EXPECT_TRUE(reaches(*first, 2s));
  EXPECT_TRUE(reaches(*second, 2s));
}

TEST_F(SimulatedTimeTest, ClocksAreAttachedAndDetachedByHand) {
  const auto node = make_simulated_node(options());
  const auto own = std::make_shared<baton::Clock>(RCL_ROS_TIME);
  TimeSource source(node);
  source.attachClock(own);
  EXPECT_TRUE(own->ros_time_is_active());
  EXPECT_TRUE(source.clock_thread_is_joinable());
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 2; }));
  tell(4s);
  EXPECT_TRUE(wait_until([&] { return own->now().nanoseconds() == 4'000'000'000; }));
  const auto late = std::make_shared<baton::Clock>(RCL_ROS_TIME);
  source.attachClock(late);
  EXPECT_EQ(late->now().nanoseconds(), 4'000'000'000);
  EXPECT_THROW(source.attachClock(std::make_shared<baton::Clock>(RCL_STEADY_TIME)),
               std::invalid_argument);
  source.detachClock(late);
  tell(5s);
  EXPECT_TRUE(wait_until([&] { return own->now().nanoseconds() == 5'000'000'000; }));
  EXPECT_EQ(late->now().nanoseconds(), 4'000'000'000);
  source.detachNode();
  EXPECT_FALSE(own->ros_time_is_active());
  EXPECT_FALSE(source.clock_thread_is_joinable());
}

TEST_F(SimulatedTimeTest, ASleepEndsWhenSimulatedTimeGetsThere) {
  const auto node = make_simulated_node(options());
  tell(1s);
  ASSERT_TRUE(reaches(*node, 1s));
  std::atomic<bool> slept{false};
  std::thread sleeping([&] {
    const Time until(std::int64_t{2'000'000'000}, RCL_ROS_TIME);
    // lint-ok: no_sleep_in_tests: sleeping is what is tested
    slept = node->get_clock()->sleep_until(until, context);
  });
  tell(2s);
  sleeping.join();
  EXPECT_TRUE(slept);
}

}  // namespace
}  // namespace baton::nodes
