// SPDX-License-Identifier: Apache-2.0
#include "client/log/log.hpp"

#include <gmock/gmock.h>

#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using testing::ScopedVariable;

class LogOutputsTest : public LogTest {};

TEST_F(LogOutputsTest, ALineLooksAsInRos) {
  const ScopedVariable format("RCUTILS_CONSOLE_OUTPUT_FORMAT", std::nullopt);
  EXPECT_THAT(stderr_of([] { log(RCUTILS_LOG_SEVERITY_WARN, "baton", "text"); }),
              MatchesRegex("\\[WARN\\] \\[[0-9]{10}\\.[0-9]{9}\\] \\[baton\\]: text\n"));
}

TEST_F(LogOutputsTest, TheConsoleCanBeSwitchedOff) {
  set_log_outputs({.console = false, .file = true, .rosout = true});
  EXPECT_EQ(stderr_of([] { log(RCUTILS_LOG_SEVERITY_WARN, "a", "x"); }), "");
  EXPECT_EQ(content(log_file_path()), "WARN a: x\n");
}

TEST_F(LogOutputsTest, TheFileCanBeSwitchedOff) {
  set_log_outputs({.console = true, .file = false, .rosout = true});
  EXPECT_EQ(stderr_of([] { log(RCUTILS_LOG_SEVERITY_WARN, "a", "x"); }), "WARN a: x\n");
  EXPECT_THAT(log_files(), IsEmpty());
}

TEST_F(LogOutputsTest, WhatTheLevelDoesNotLetThroughGoesNowhere) {
  EXPECT_EQ(stderr_of([] { log(RCUTILS_LOG_SEVERITY_DEBUG, "a", "x"); }), "");
  EXPECT_THAT(log_files(), IsEmpty());
}

TEST_F(LogOutputsTest, SwitchesAreReadBackAndForgottenAtShutdown) {
  set_log_outputs({.console = false, .file = true, .rosout = false});
  EXPECT_FALSE(log_outputs().console);
  EXPECT_TRUE(log_outputs().file);
  EXPECT_FALSE(log_outputs().rosout);
  rcutils_logging_shutdown();
  EXPECT_TRUE(log_outputs().console && log_outputs().file && log_outputs().rosout);
}

TEST_F(LogOutputsTest, LongTextsAreWhole) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(stderr_of([&] { log(RCUTILS_LOG_SEVERITY_INFO, "a", text); }),
            "INFO a: " + text + "\n");
}

}  // namespace
}  // namespace baton::client
