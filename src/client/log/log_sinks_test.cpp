// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_sinks.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "client/log/testing/fresh_log.hpp"
#include "testing/deadline.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LogSinksTest : public LogTest {
 protected:
  void SetUp() override { set_log_outputs({.console = false, .file = false, .rosout = true}); }

  static std::function<void(const LogRecord&)> into(std::vector<std::string>& texts) {
    return [&texts](const LogRecord& record) { texts.emplace_back(record.text); };
  }
  static void say(const std::string& name, const std::string& text) {
    log(RCUTILS_LOG_SEVERITY_INFO, name, text);
  }
};

TEST_F(LogSinksTest, ALoggerAndItsChildrenReachTheSinkOfTheLongestName) {
  std::vector<std::string> node;
  std::vector<std::string> child;
  const LogSinkHandle of_node = add_log_sink("ns.node", into(node));
  const LogSinkHandle of_child = add_log_sink("ns.node.child", into(child));
  say("ns.node", "1");
  say("ns.node.other.one", "2");
  say("ns.node.child", "3");
  say("ns.node.child.x", "4");
  say("ns.node2", "5");
  say("ns", "6");
  EXPECT_THAT(node, ElementsAre("1", "2"));
  EXPECT_THAT(child, ElementsAre("3", "4"));
}

TEST_F(LogSinksTest, ARecordHasEverything) {
  const rcutils_log_location_t location{"move", "arm.cpp", 42};
  bool as_expected = false;
  const LogSinkHandle handle = add_log_sink("a", [&](const LogRecord& record) {
    as_expected = record.stamp_ns > 0 && record.level == 40 && record.name == "a" &&
                  record.text == "7 x" && record.file == "arm.cpp" && record.function == "move" &&
                  record.line == 42;
  });
  rcutils_log(&location, RCUTILS_LOG_SEVERITY_ERROR, "a", "%d %s", 7, "x");
  EXPECT_TRUE(as_expected);
}

TEST_F(LogSinksTest, AfterItsHandleASinkIsGone) {
  std::vector<std::string> texts;
  LogSinkHandle handle = add_log_sink("a", into(texts));
  handle.reset();
  say("a", "1");
  EXPECT_THAT(texts, IsEmpty());
}

TEST_F(LogSinksTest, OfTwoSinksOfOneNameTheOlderGetsIt) {
  std::vector<std::string> first;
  std::vector<std::string> second;
  LogSinkHandle of_first = add_log_sink("a", into(first));
  const LogSinkHandle of_second = add_log_sink("a", into(second));
  say("a", "1");
  of_first.reset();
  say("a", "2");
  EXPECT_THAT(first, ElementsAre("1"));
  EXPECT_THAT(second, ElementsAre("2"));
}

TEST_F(LogSinksTest, WhatASinkLogsReachesNoSink) {
  int calls = 0;
  const LogSinkHandle handle = add_log_sink("a", [&](const LogRecord&) {
    ++calls;
    say("a", "again");
  });
  say("a", "1");
  EXPECT_EQ(calls, 1);
}

TEST_F(LogSinksTest, WhatASinkThrowsIsDropped) {
  int calls = 0;
  const LogSinkHandle handle = add_log_sink("a", [&](const LogRecord&) {
    ++calls;
    throw std::runtime_error("no");
  });
  say("a", "1");
  say("a", "2");
  EXPECT_EQ(calls, 2);
}

TEST_F(LogSinksTest, ASinkMayTakeItselfAway) {
  int calls = 0;
  LogSinkHandle handle;
  handle = add_log_sink("a", [&](const LogRecord&) {
    ++calls;
    handle.reset();
  });
  say("a", "1");
  say("a", "2");
  EXPECT_EQ(calls, 1);
}

TEST_F(LogSinksTest, RemovalWaitsForASinkThatRuns) {
  std::atomic<bool> logging{true};
  std::thread busy([&] {
    while (logging) say("a", "x");
  });
  for (int i = 0; i < 200; ++i) {
    auto alive = std::make_unique<std::atomic<int>>(0);
    LogSinkHandle handle = add_log_sink("a", [&alive](const LogRecord&) { ++*alive; });
    EXPECT_TRUE(testing::wait_until([&] { return *alive > 0; }));
    handle.reset();
    alive.reset();
  }
  logging = false;
  busy.join();
}

TEST_F(LogSinksTest, NothingIsDeliveredWhenRosoutIsOff) {
  std::vector<std::string> texts;
  const LogSinkHandle handle = add_log_sink("a", into(texts));
  set_log_outputs({.console = false, .file = false, .rosout = false});
  say("a", "1");
  EXPECT_THAT(texts, IsEmpty());
}

}  // namespace
}  // namespace baton::client
