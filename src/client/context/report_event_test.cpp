// SPDX-License-Identifier: Apache-2.0
#include "client/context/report_event.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/log/log_sinks.hpp"
#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;

TEST(ReportEvent, AStrangersTextIsOneLineOfAtMost512Bytes) {
  std::vector<std::string> texts;
  const EventCallback report =
      with_printable_text([&](const ContextEvent& event) { texts.push_back(event.text); });
  report({EventKind::peer_refused, "\x1b[2Jtalker\n[ERROR] all is lost \xff"});
  report({EventKind::peer_refused, std::string(1 << 20, 'x')});
  EXPECT_THAT(texts, ElementsAre("\\x1b[2Jtalker\\x0a[ERROR] all is lost \\xff",
                                 std::string(509, 'x') + "..."));
}

TEST(ReportEvent, SoIsThatOfAnEndpointsEvent) {
  std::vector<EndpointEvent> events;
  const EndpointCallback report =
      with_printable_text([&](const EndpointEvent& event) { events.push_back(event); });
  report({EndpointEvent::Kind::incompatible_qos, "deadline", "\x1b[2Jtalker\n"});
  report({EndpointEvent::Kind::message_lost, {}, {}, 3});
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].text, "\\x1b[2Jtalker\\x0a");
  EXPECT_EQ(events[0].policy, "deadline");
  EXPECT_EQ(events[1].count, 3u);
  EXPECT_FALSE(with_printable_text(EndpointCallback()));
}

class LoggedEvent : public LogTest {
  void SetUp() override { set_log_outputs({.console = false, .file = false, .rosout = true}); }
};

TEST_F(LoggedEvent, EachTextIsLoggedOnceAndTheOldestOf256IsForgotten) {
  std::vector<std::string> texts;
  const LogSinkHandle handle =
      add_log_sink("baton", [&](const LogRecord& record) { texts.emplace_back(record.text); });
  const EventCallback report = log_once();
  const auto report_number = [&](int number) {
    report({EventKind::resources, std::to_string(number)});
  };
  for (int i = 0; i < 256; ++i) report_number(i);
  for (int i = 0; i < 256; ++i) report_number(i);
  EXPECT_EQ(texts.size(), 256u);
  report_number(256);  // one more than are kept
  report_number(0);
  report_number(256);
  EXPECT_EQ(texts.size(), 258u);
}

}  // namespace
}  // namespace baton::client
