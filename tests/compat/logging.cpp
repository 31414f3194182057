// SPDX-License-Identifier: Apache-2.0
// Every family of logging macros, as ROS packages write them, and what they let through.
#include <cstdarg>
#include <string>
#include <vector>

#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rcutils/logging.h"
#include "rcutils/logging_macros.h"

#include "ros_test.hpp"

namespace {

std::vector<std::string> g_lines;

class Logging : public RosTest {
 protected:
  void SetUp() override {
    RosTest::SetUp();
    g_lines.clear();
    former_ = rcutils_logging_get_output_handler();
    rcutils_logging_set_output_handler([](const rcutils_log_location_t*, int severity,
                                          const char* name, rcutils_time_point_value_t,
                                          const char* format, va_list* args) {
      char text[256];
      vsnprintf(text, sizeof(text), format, *args);
      g_lines.push_back(std::string(g_rcutils_log_severity_names[severity]) + " " + name + " " +
                        text);
    });
  }
  void TearDown() override {
    rcutils_logging_set_output_handler(former_);
    RosTest::TearDown();
  }

 private:
  rcutils_logging_output_handler_t former_ = nullptr;
};

bool yes() { return true; }

#define LOG_ALL_FAMILIES(LEVEL)                                                  \
  for (int i = 0; i < 3; ++i) {                                                  \
    RCLCPP_##LEVEL##_ONCE(logger, "once");                                       \
    RCLCPP_##LEVEL##_SKIPFIRST(logger, "skipfirst %d", i);                       \
    RCLCPP_##LEVEL##_THROTTLE(logger, clock, 1000000, "throttle");               \
    RCLCPP_##LEVEL##_SKIPFIRST_THROTTLE(logger, clock, 1000000, "never");        \
    RCLCPP_##LEVEL##_STREAM_ONCE(logger, "stream "                               \
                                             << "once");                         \
    RCLCPP_##LEVEL##_STREAM_SKIPFIRST(logger, "stream skipfirst " << i);         \
    RCLCPP_##LEVEL##_STREAM_THROTTLE(logger, clock, 1000000, "stream throttle"); \
    RCLCPP_##LEVEL##_STREAM_SKIPFIRST_THROTTLE(logger, clock, 1000000, "never"); \
  }                                                                              \
  RCLCPP_##LEVEL(logger, "plain %s", "text");                                    \
  RCLCPP_##LEVEL##_EXPRESSION(logger, g_lines.size() > 0, "expression");         \
  RCLCPP_##LEVEL##_EXPRESSION(logger, false, "never");                           \
  RCLCPP_##LEVEL##_FUNCTION(logger, &yes, "function");                           \
  RCLCPP_##LEVEL##_STREAM(logger, "stream " << 1 << ',' << 2.5);                 \
  RCLCPP_##LEVEL##_STREAM_EXPRESSION(logger, true, "stream expression");         \
  RCLCPP_##LEVEL##_STREAM_FUNCTION(logger, &yes, "stream function")

TEST_F(Logging, OfEveryFamilyAndLevelIsWritten) {
  rclcpp::Logger logger = rclcpp::get_logger("families");
  logger.set_level(rclcpp::Logger::Level::Debug);
  rclcpp::Clock clock(RCL_STEADY_TIME);
  const char* const levels[] = {"DEBUG", "INFO", "WARN", "ERROR", "FATAL"};
  LOG_ALL_FAMILIES(DEBUG);
  LOG_ALL_FAMILIES(INFO);
  LOG_ALL_FAMILIES(WARN);
  LOG_ALL_FAMILIES(ERROR);
  LOG_ALL_FAMILIES(FATAL);
  std::vector<std::string> expected;
  for (const std::string level : levels) {
    for (const char* text :
         {"once", "throttle", "stream once", "stream throttle", "skipfirst 1", "stream skipfirst 1",
          "skipfirst 2", "stream skipfirst 2", "plain text", "expression", "function",
          "stream 1,2.5", "stream expression", "stream function"}) {
      expected.push_back(level + " families " + text);
    }
  }
  EXPECT_EQ(g_lines, expected);
}

TEST_F(Logging, OfNodesGoesByTheirName) {
  auto node = std::make_shared<rclcpp::Node>("speaker", "/ns");
  RCLCPP_INFO(node->get_logger(), "%s", node->get_name());
  RCLCPP_WARN_STREAM(node->get_logger().get_child("part"), "child");
  RCLCPP_DEBUG(node->get_logger(), "hidden");
  EXPECT_THAT(g_lines,
              testing::ElementsAre("INFO ns.speaker speaker", "WARN ns.speaker.part child"));
}

TEST_F(Logging, OfTheCLibraryIsTheSame) {
  auto ret = rcutils_logging_set_logger_level("c", RCUTILS_LOG_SEVERITY_WARN);
  EXPECT_EQ(ret, RCUTILS_RET_OK);
  RCUTILS_LOG_INFO_NAMED("c", "hidden");
  RCUTILS_LOG_WARN_NAMED("c", "shown %d", 1);
  RCUTILS_LOG_ERROR_EXPRESSION_NAMED(true, "c", "shown %d", 2);
  EXPECT_THAT(g_lines, testing::ElementsAre("WARN c shown 1", "ERROR c shown 2"));
}

class Rosout : public RosTest {};

TEST_F(Rosout, HasWhatNodesLog) {
  auto node = std::make_shared<rclcpp::Node>("speaker");
  auto listener = std::make_shared<rclcpp::Node>("rosout_listener");
  std::string heard;
  auto subscription = listener->create_subscription<rcl_interfaces::msg::Log>(
      "/rosout", rclcpp::RosoutQoS(), [&](const rcl_interfaces::msg::Log& log) {
        if (log.name == "speaker" && log.level == rcl_interfaces::msg::Log::WARN) heard = log.msg;
      });
  RCLCPP_WARN(node->get_logger(), "battery at %d %%", 5);
  EXPECT_TRUE(spin_until({listener}, [&] { return heard == "battery at 5 %"; }));
}

}  // namespace
