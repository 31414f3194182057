// SPDX-License-Identifier: Apache-2.0
// What nodes log, on /rosout, and the services that set levels.
#include <string>
#include <vector>

#include <rcl_interfaces/msg/log.hpp>
#include <rcl_interfaces/srv/get_logger_levels.hpp>
#include <rcl_interfaces/srv/set_logger_levels.hpp>

#include <baton/logging.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using rcl_interfaces::msg::Log;
using rcl_interfaces::srv::GetLoggerLevels;
using rcl_interfaces::srv::SetLoggerLevels;
using namespace std::chrono_literals;

class RosoutTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    subscription = create_subscription<Log>(*context, "/rosout", RosoutQoS());
  }
  void TearDown() override {
    subscription.reset();
    rcutils_logging_shutdown();
    NodeTest::TearDown();
  }
  std::shared_ptr<Node> make_speaker(const NodeOptions& made) {
    auto node = std::make_shared<Node>("arm", "/robot", made);
    return node;
  }
  /// The next message; an empty one if none comes.
  Log next() {
    Log message;
    MessageInfo info;
    EXPECT_TRUE(wait_until([&] { return subscription->take(message, info); }));
    return message;
  }
  bool nothing_comes() {
    Log message;
    MessageInfo info;
    return testing::stays_true([&] { return !subscription->take(message, info); }, 20ms);
  }

  Subscription<Log>::SharedPtr subscription;
};

TEST_F(RosoutTest, WhatANodeLogsIsReceivedWithItsPlaceInTheSource) {
  const auto node = make_speaker(options());
  EXPECT_STREQ(node->get_logger().get_name(), "robot.arm");
  RCLCPP_WARN(node->get_logger(), "joint %d is hot", 3);
  const int line = __LINE__ - 1;
  const Log message = next();
  EXPECT_EQ(message.level, Log::WARN);
  EXPECT_EQ(message.name, "robot.arm");
  EXPECT_EQ(message.msg, "joint 3 is hot");
  EXPECT_EQ(message.line, static_cast<std::uint32_t>(line));
  EXPECT_EQ(message.function, "TestBody");
  EXPECT_GT(message.stamp.sec, 0);
  RCLCPP_INFO(node->get_logger().get_child("elbow"), "bent");
  EXPECT_EQ(next().name, "robot.arm.elbow");
}

TEST_F(RosoutTest, ASubscriptionThatComesLateGetsWhatWasLoggedBefore) {
  const auto node = make_speaker(options());
  RCLCPP_INFO(node->get_logger(), "early");
  subscription = create_subscription<Log>(*context, "/rosout", RosoutQoS());
  EXPECT_EQ(next().msg, "early");
}

TEST_F(RosoutTest, ANodeMayBeSilent) {
  const auto silent = make_speaker(options().enable_rosout(false));
  RCLCPP_INFO(silent->get_logger(), "unheard");
  EXPECT_TRUE(nothing_comes());
  EXPECT_EQ(silent->count_publishers("/rosout"), 0u);
}

TEST_F(RosoutTest, AProgramMayBeSilent) {
  const auto other = std::make_shared<Context>();
  const char* const arguments[] = {"program", "--ros-args", "--disable-rosout-logs"};
  other->init(3, arguments);
  const auto silent = make_speaker(NodeOptions().context(other));
  RCLCPP_INFO(silent->get_logger(), "unheard");
  EXPECT_TRUE(nothing_comes());
}

TEST_F(RosoutTest, LoggingAfterShutdownIsHarmless) {
  const auto node = make_speaker(options());
  context->shutdown();
  RCLCPP_INFO(node->get_logger(), "too late");
}

TEST_F(RosoutTest, ALevelOfTheCommandLineHoldsForItsLogger) {
  const auto other = std::make_shared<Context>();
  const char* const arguments[] = {"program", "--ros-args", "--log-level", "robot.arm:=error"};
  other->init(4, arguments);
  const auto node = make_speaker(NodeOptions().context(other));
  RCLCPP_WARN(node->get_logger(), "unheard");
  RCLCPP_ERROR(node->get_logger(), "heard");
  EXPECT_EQ(next().msg, "heard");
}

TEST_F(RosoutTest, LevelsAreReadAndSetByServices) {
  const auto node = make_speaker(options().enable_logger_service(true));
  const auto asking = make_node("asking");
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  executor.add_node(asking);
  const auto set = asking->create_client<SetLoggerLevels>("/robot/arm/set_logger_levels");
  const auto get = asking->create_client<GetLoggerLevels>("/robot/arm/get_logger_levels");
  ASSERT_TRUE(set->wait_for_service(testing::default_deadline));
  ASSERT_TRUE(get->wait_for_service(testing::default_deadline));

  auto wanted = std::make_shared<SetLoggerLevels::Request>();
  wanted->levels.resize(2);
  wanted->levels[0].name = "robot.arm";
  wanted->levels[0].level = Log::ERROR;
  wanted->levels[1].name = "robot.leg";
  wanted->levels[1].level = 35;
  auto done = set->async_send_request(wanted);
  ASSERT_EQ(executor.spin_until_future_complete(done, testing::default_deadline),
            FutureReturnCode::SUCCESS);
  const auto results = done.get();
  ASSERT_EQ(results->results.size(), 2u);
  EXPECT_TRUE(results->results[0].successful);
  EXPECT_FALSE(results->results[1].successful);
  EXPECT_THAT(std::string(results->results[1].reason), ::testing::HasSubstr("35"));
  EXPECT_EQ(node->get_logger().get_effective_level(), Logger::Level::Error);

  auto asked = std::make_shared<GetLoggerLevels::Request>();
  asked->names.push_back("robot.arm");
  asked->names.push_back("robot.leg");
  auto told = get->async_send_request(asked);
  ASSERT_EQ(executor.spin_until_future_complete(told, testing::default_deadline),
            FutureReturnCode::SUCCESS);
  const auto levels = told.get();
  ASSERT_EQ(levels->levels.size(), 2u);
  EXPECT_EQ(levels->levels[0].level, static_cast<std::uint32_t>(Log::ERROR));
  EXPECT_EQ(levels->levels[1].level, 0u);
}

}  // namespace
}  // namespace baton::nodes
