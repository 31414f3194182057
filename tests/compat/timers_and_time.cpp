// SPDX-License-Identifier: Apache-2.0
// Timers, clocks and times as ROS packages use them.
#include <string>
#include <vector>

#include "builtin_interfaces/msg/time.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/time.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "std_msgs/msg/header.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

class TimersAndTime : public RosTest {};

/// As transforms are looked up: by the stamp of a message.
rclcpp::Duration age(const rclcpp::Time& now, const std_msgs::msg::Header& header) {
  return now - rclcpp::Time(header.stamp);
}

TEST_F(TimersAndTime, StampsAndTimesConvert) {
  auto node = std::make_shared<rclcpp::Node>("stamps");
  std_msgs::msg::Header header;
  header.stamp = node->now();
  EXPECT_GT(header.stamp.sec, 1'600'000'000);
  EXPECT_GE(age(node->get_clock()->now(), header).nanoseconds(), 0);
  header.stamp = rclcpp::Time(12, 500'000'000, RCL_ROS_TIME);
  EXPECT_EQ(rclcpp::Time(header.stamp).nanoseconds(), 12'500'000'000);
  builtin_interfaces::msg::Time stamp = rclcpp::Time(header.stamp) + rclcpp::Duration(1s);
  EXPECT_EQ(stamp.sec, 13);
  const rclcpp::Time since = header.stamp;
  EXPECT_EQ((rclcpp::Time(stamp) - since).seconds(), 1.0);
  EXPECT_LT(since, rclcpp::Time(stamp));
  EXPECT_EQ(rclcpp::Duration::from_seconds(1.5).to_chrono<std::chrono::milliseconds>(), 1500ms);
  EXPECT_EQ(rclcpp::Time(0, 0, RCL_ROS_TIME).nanoseconds(), rclcpp::Time().nanoseconds());
  EXPECT_THROW((void)(rclcpp::Time(1, 0, RCL_ROS_TIME) < rclcpp::Time(1, 0, RCL_STEADY_TIME)),
               std::runtime_error);
}

TEST_F(TimersAndTime, TimersOfAWallClockRepeatAndAreCancelled) {
  auto node = rclcpp::Node::make_shared("timers");
  int calls = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(1ms, [&]() {
    if (++calls == 3) timer->cancel();
  });
  EXPECT_TRUE(spin_until({node}, [&] { return timer->is_canceled(); }));
  EXPECT_EQ(calls, 3);
  timer->reset();
  EXPECT_TRUE(spin_until({node}, [&] { return calls == 4; }));
}

TEST_F(TimersAndTime, MessagesOnEitherSideAreComparedAsTimes) {
  builtin_interfaces::msg::Duration long_second;
  long_second.nanosec = 1'000'000'000;
  EXPECT_TRUE(long_second == rclcpp::Duration(1s));
  EXPECT_TRUE(rclcpp::Duration(1s) == long_second);
  EXPECT_TRUE(long_second != rclcpp::Duration(2s));
  builtin_interfaces::msg::Time stamp;
  stamp.nanosec = 1'000'000'000;
  EXPECT_TRUE(stamp == rclcpp::Time(1, 0, RCL_ROS_TIME));
  EXPECT_TRUE(rclcpp::Time(1, 0, RCL_ROS_TIME) == stamp);
  EXPECT_TRUE(stamp != rclcpp::Time(2, 0, RCL_ROS_TIME));
}

TEST_F(TimersAndTime, TimersOfTheNodesClockKnowTheirPeriod) {
  auto node = std::make_shared<rclcpp::Node>("timers");
  bool called = false;
  auto timer = rclcpp::create_timer(node, node->get_clock(), rclcpp::Duration(2ms),
                                    [&]() { called = true; });
  auto other = node->create_timer(100h, [](rclcpp::TimerBase& self) { self.cancel(); });
  EXPECT_GT(other->time_until_trigger(), 99h);
  EXPECT_TRUE(spin_until({node}, [&] { return called; }));
}

TEST_F(TimersAndTime, TimersAreMadeByTheirClassAndAddedToANode) {
  auto node = std::make_shared<rclcpp::Node>("timers");
  auto context = node->get_node_base_interface()->get_context();
  int calls = 0;
  const auto count = [&calls] { ++calls; };
  auto of_the_node = rclcpp::GenericTimer<rclcpp::VoidCallbackType>::make_shared(
      node->get_clock(), 1ms, count, context);
  node->get_node_timers_interface()->add_timer(of_the_node, nullptr);
  EXPECT_TRUE(spin_until({node}, [&] { return calls > 0; }));
  of_the_node->cancel();
  auto wall = rclcpp::WallTimer<rclcpp::VoidCallbackType>::make_shared(1ms, count, context);
  EXPECT_TRUE(wall->is_steady());
  calls = 0;
  node->get_node_timers_interface()->add_timer(wall, nullptr);
  EXPECT_TRUE(spin_until({node}, [&] { return calls > 0; }));
}

TEST_F(TimersAndTime, TheLongestPeriodIsNeverOver) {
  auto node = std::make_shared<rclcpp::Node>("timers");
  const auto fail = [] { FAIL(); };
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (auto clock : {node->get_clock(), std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME)}) {
    timers.push_back(rclcpp::create_timer(node, clock, std::chrono::nanoseconds::max(), fail));
    EXPECT_GT(timers.back()->time_until_trigger(), 24h * 365);
    EXPECT_FALSE(timers.back()->is_ready());
  }
  int calls = 0;
  timers.push_back(node->create_wall_timer(1ms, [&calls] { ++calls; }));
  EXPECT_TRUE(spin_until({node}, [&] { return calls > 3; })) << "others are called meanwhile";
  EXPECT_THROW(node->create_wall_timer(std::chrono::hours::max(), fail), std::invalid_argument);
}

TEST_F(TimersAndTime, TimersGetAnotherPeriodByFunctionsOfC) {
  auto node = std::make_shared<rclcpp::Node>("timers");
  int calls = 0;
  auto timer = node->create_wall_timer(1ms, [&] { ++calls; });
  std::int64_t old_ns = 0;
  ASSERT_EQ(
      rcl_timer_exchange_period(timer->get_timer_handle().get(), 360'000'000'000'000, &old_ns),
      RCL_RET_OK);
  EXPECT_EQ(old_ns, 1'000'000);
  std::int64_t now_ns = 0;
  ASSERT_EQ(rcl_timer_get_period(timer->get_timer_handle().get(), &now_ns), RCL_RET_OK);
  EXPECT_EQ(now_ns, 360'000'000'000'000);
  // The call that was awaited comes, and the next one in the new period.
  EXPECT_TRUE(spin_until({node}, [&] { return calls == 1; }));
  EXPECT_GT(timer->time_until_trigger(), 99h);
  EXPECT_EQ(rcl_timer_exchange_period(timer->get_timer_handle().get(), -1, &old_ns),
            RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcl_timer_get_period(nullptr, &now_ns), RCL_RET_INVALID_ARGUMENT);
}

TEST_F(TimersAndTime, RatesPaceALoop) {
  const auto begin = std::chrono::steady_clock::now();
  rclcpp::Rate rate(200.0);
  // lint-ok: no_sleep_in_tests: it is what is tested
  for (int i = 0; i < 4 && rclcpp::ok(); ++i) rate.sleep();
  rclcpp::WallRate wall(1ms);
  EXPECT_EQ(wall.period(), 1ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 19ms);
}

TEST_F(TimersAndTime, SleepsEnd) {
  // lint-ok: no_sleep_in_tests: it is what is tested
  EXPECT_TRUE(rclcpp::sleep_for(1ms));
  auto clock = std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME);
  const auto before = clock->now();
  // lint-ok: no_sleep_in_tests: it is what is tested
  EXPECT_TRUE(clock->sleep_for(rclcpp::Duration(1ms)));
  EXPECT_GE(clock->now() - before, rclcpp::Duration(0, 1'000'000));
}

TEST_F(TimersAndTime, FollowSimulatedTime) {
  auto node = std::make_shared<rclcpp::Node>(
      "simulated", rclcpp::NodeOptions().parameter_overrides({{"use_sim_time", true}}));
  int calls = 0;
  auto timer = node->create_timer(10s, [&] { ++calls; });
  auto simulator = std::make_shared<rclcpp::Node>("simulator");
  auto publisher =
      simulator->create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::ClockQoS());
  rosgraph_msgs::msg::Clock clock;
  EXPECT_TRUE(spin_until({node}, [&] {
    clock.clock = rclcpp::Time(100, 0);
    publisher->publish(clock);
    return node->now() == rclcpp::Time(100, 0, RCL_ROS_TIME);
  }));
  const int before = calls;
  clock.clock = rclcpp::Time(111, 0);
  publisher->publish(clock);
  EXPECT_TRUE(spin_until({node}, [&] { return calls == before + 1; }));
}

}  // namespace
