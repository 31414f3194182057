// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/rcutils_logging_macros.h>
#include <gmock/gmock.h>

#include <string>

#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;

rcutils_time_point_value_t fake_now_ns = 0;

rcutils_ret_t fake_time(rcutils_time_point_value_t* now_ns) {
  *now_ns = fake_now_ns;
  return RCUTILS_RET_OK;
}
rcutils_ret_t no_time(rcutils_time_point_value_t*) { return RCUTILS_RET_ERROR; }
bool yes() { return true; }

std::vector<std::string> handled;

void keep(const rcutils_log_location_t*, int severity, const char* name, std::int64_t,
          const char* format, va_list* args) {
  char text[100];
  std::vsnprintf(text, sizeof text, format, *args);
  handled.push_back(std::to_string(severity) + " " + name + " " + text);
}

class RcutilsLogging : public LogTest {
 protected:
  void SetUp() override {
    handled.clear();
    set_log_outputs({.file = false, .rosout = false});
  }
};

#define EXPECT_SAYS(level)                                                                        \
  EXPECT_EQ(stderr_of([] {                                                                        \
              for (int i = 1; i <= 3; ++i, fake_now_ns += 100'000'000) {                          \
                RCUTILS_LOG_##level("plain %d", i);                                               \
                RCUTILS_LOG_##level##_NAMED("n", "plain %d", i);                                  \
                RCUTILS_LOG_##level##_ONCE("once %d", i);                                         \
                RCUTILS_LOG_##level##_ONCE_NAMED("n", "once %d", i);                              \
                RCUTILS_LOG_##level##_EXPRESSION(i == 2, "expression %d", i);                     \
                RCUTILS_LOG_##level##_EXPRESSION_NAMED(i == 2, "n", "expression %d", i);          \
                RCUTILS_LOG_##level##_FUNCTION(yes, "function %d", i);                            \
                RCUTILS_LOG_##level##_FUNCTION_NAMED(&yes, "n", "function %d", i);                \
                RCUTILS_LOG_##level##_SKIPFIRST("skipfirst %d", i);                               \
                RCUTILS_LOG_##level##_SKIPFIRST_NAMED("n", "skipfirst %d", i);                    \
                RCUTILS_LOG_##level##_THROTTLE(fake_time, 200, "throttle %d", i);                 \
                RCUTILS_LOG_##level##_THROTTLE_NAMED(fake_time, 200, "n", "throttle %d", i);      \
                RCUTILS_LOG_##level##_SKIPFIRST_THROTTLE(fake_time, 200, "due %d", i);            \
                RCUTILS_LOG_##level##_SKIPFIRST_THROTTLE_NAMED(fake_time, 200, "n", "due %d", i); \
              }                                                                                   \
            }),                                                                                   \
            family(#level))

std::string family(const std::string& level) {
  std::string all;
  for (const char* said :
       {"plain 1", "once 1", "function 1", "throttle 1", "plain 2", "expression 2", "function 2",
        "skipfirst 2", "plain 3", "function 3", "skipfirst 3", "throttle 3", "due 3"}) {
    all += level + " : " + said + "\n" + level + " n: " + said + "\n";
  }
  return all;
}

TEST_F(RcutilsLogging, EachMacroOfEachLevelDecides) {
  rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_DEBUG);
  EXPECT_SAYS(DEBUG);
  EXPECT_SAYS(INFO);
  EXPECT_SAYS(WARN);
  EXPECT_SAYS(ERROR);
  EXPECT_SAYS(FATAL);
}

TEST_F(RcutilsLogging, WithoutATimeAThrottledMessageIsSaid) {
  EXPECT_EQ(stderr_of([] { RCUTILS_LOG_INFO_THROTTLE(no_time, 200, "x"); }), "INFO : x\n");
}

TEST_F(RcutilsLogging, LevelsGoByName) {
  EXPECT_EQ(rcutils_logging_get_logger_effective_level("a.b"), RCUTILS_LOG_SEVERITY_INFO);
  EXPECT_EQ(rcutils_logging_set_logger_level("a", RCUTILS_LOG_SEVERITY_ERROR), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_logging_get_logger_effective_level("a.b"), RCUTILS_LOG_SEVERITY_ERROR);
  EXPECT_EQ(rcutils_logging_get_logger_level("a"), RCUTILS_LOG_SEVERITY_ERROR);
  EXPECT_EQ(rcutils_logging_get_logger_level("a.b"), RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_EQ(rcutils_logging_get_logger_leveln("a.b", 1), RCUTILS_LOG_SEVERITY_ERROR);
  EXPECT_FALSE(rcutils_logging_logger_is_enabled_for("a.b", RCUTILS_LOG_SEVERITY_WARN));
  EXPECT_TRUE(rcutils_logging_logger_is_enabled_for(nullptr, RCUTILS_LOG_SEVERITY_INFO));
  EXPECT_EQ(rcutils_logging_get_default_logger_level(), RCUTILS_LOG_SEVERITY_INFO);
}

TEST_F(RcutilsLogging, WhatMakesNoSenseIsRefused) {
  EXPECT_EQ(rcutils_logging_set_logger_level(nullptr, RCUTILS_LOG_SEVERITY_INFO),
            RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_logging_set_logger_level("a", 21), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_logging_set_logger_level("a", -1), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_logging_get_logger_level(nullptr), -1);
  EXPECT_EQ(rcutils_logging_get_logger_leveln(nullptr, 1), -1);
  EXPECT_EQ(rcutils_logging_get_logger_effective_level(nullptr), -1);
}

TEST_F(RcutilsLogging, AHandlerGetsEverythingInsteadOfTheOutputs) {
  const auto former = rcutils_logging_get_output_handler();
  rcutils_logging_set_output_handler(keep);
  EXPECT_EQ(rcutils_logging_get_output_handler(), keep);
  EXPECT_EQ(stderr_of([] {
              rcutils_log(nullptr, RCUTILS_LOG_SEVERITY_WARN, "n", "%d", 1);
              rcutils_log(nullptr, RCUTILS_LOG_SEVERITY_DEBUG, "n", "%d", 2);
              rcutils_log_internal(nullptr, RCUTILS_LOG_SEVERITY_DEBUG, nullptr, "%d", 3);
            }),
            "");
  EXPECT_THAT(handled, ElementsAre("30 n 1", "10  3"));
  rcutils_logging_set_output_handler(former);
  EXPECT_EQ(stderr_of([] { RCUTILS_LOG_INFO("back"); }), "INFO : back\n");
}

TEST_F(RcutilsLogging, WithoutAHandlerNothingIsSaid) {
  rcutils_logging_set_output_handler(nullptr);
  EXPECT_EQ(stderr_of([] { RCUTILS_LOG_INFO("x"); }), "");
}

TEST_F(RcutilsLogging, TheConsoleHandlerWritesToTheConsoleAlone) {
  set_log_outputs({.console = false, .file = true, .rosout = false});
  rcutils_logging_set_output_handler(rcutils_logging_console_output_handler);
  EXPECT_EQ(stderr_of([] { RCUTILS_LOG_INFO("%s", "x"); }), "INFO : x\n");
  EXPECT_TRUE(log_files().empty());
}

TEST_F(RcutilsLogging, ShutdownForgetsLevelsAndHandler) {
  rcutils_logging_set_logger_level("a", RCUTILS_LOG_SEVERITY_ERROR);
  rcutils_logging_set_output_handler(keep);
  EXPECT_EQ(rcutils_logging_shutdown(), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_logging_initialize(), RCUTILS_RET_OK);
  set_log_outputs({.file = false});
  EXPECT_EQ(stderr_of([] { RCUTILS_LOG_INFO_NAMED("a", "x"); }), "INFO a: x\n");
}

}  // namespace
}  // namespace baton::client
