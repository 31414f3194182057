// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <baton/logging.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "client/log/testing/fresh_log.hpp"
#include "client/log/testing/quiet_code.hpp"

namespace baton {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t ns_per_ms = 1'000'000;

/// Shaped as rclcpp's clock and time.
struct FakeClock {
  struct FakeTime {
    std::int64_t now_ns;
    std::int64_t nanoseconds() const { return now_ns; }
  };
  FakeTime now() const { return {now_ms * ns_per_ms}; }
  std::int64_t now_ms = 1'700'000'000'000;
};

struct BrokenClock {
  FakeClock::FakeTime now() const { throw std::runtime_error("no time"); }
};

bool yes() { return true; }
bool no() { return false; }

class LogSite : public client::LogTest {
 protected:
  void SetUp() override { client::set_log_outputs({.file = false, .rosout = false}); }

  Logger logger_ = get_logger("a");
};

#define EXPECT_SAYS(level)                                                                     \
  EXPECT_EQ(stderr_of([&] { RCLCPP_##level(logger_, "%d %s", 1, "x"); }), #level " a: 1 x\n"); \
  EXPECT_EQ(stderr_of([&] { RCLCPP_##level(logger_, "plain"); }), #level " a: plain\n");       \
  EXPECT_EQ(stderr_of([&] { RCLCPP_##level##_STREAM(logger_, 1 << " %d"); }), #level " a: 1 %d\n")

TEST_F(LogSite, EachLevelPrintsAndStreams) {
  logger_.set_level(Logger::Level::Debug);
  EXPECT_SAYS(DEBUG);
  EXPECT_SAYS(INFO);
  EXPECT_SAYS(WARN);
  EXPECT_SAYS(ERROR);
  EXPECT_SAYS(FATAL);
}

/// Every macro of a level, thrice, with what decides about it.
#define EXPECT_FAMILY(level)                                                                    \
  EXPECT_EQ(stderr_of([&] {                                                                     \
              FakeClock clock;                                                                  \
              for (int i = 1; i <= 3; ++i, clock.now_ms += 100) {                               \
                RCLCPP_##level##_ONCE(logger_, "once %d", i);                                   \
                RCLCPP_##level##_EXPRESSION(logger_, i == 2, "expression %d", i);               \
                RCLCPP_##level##_FUNCTION(logger_, &yes, "function %d", i);                     \
                RCLCPP_##level##_FUNCTION(logger_, no, "no function %d", i);                    \
                RCLCPP_##level##_SKIPFIRST(logger_, "skipfirst %d", i);                         \
                RCLCPP_##level##_THROTTLE(logger_, clock, 200, "throttle %d", i);               \
                RCLCPP_##level##_SKIPFIRST_THROTTLE(logger_, clock, 200, "skip-due %d", i);     \
                RCLCPP_##level##_STREAM_ONCE(logger_, "s-once " << i);                          \
                RCLCPP_##level##_STREAM_EXPRESSION(logger_, i == 2, "s-expression " << i);      \
                RCLCPP_##level##_STREAM_FUNCTION(logger_, &yes, "s-function " << i);            \
                RCLCPP_##level##_STREAM_SKIPFIRST(logger_, "s-skipfirst " << i);                \
                RCLCPP_##level##_STREAM_THROTTLE(logger_, clock, 200, "s-throttle " << i);      \
                RCLCPP_##level##_STREAM_SKIPFIRST_THROTTLE(logger_, clock, 200, "s-due " << i); \
              }                                                                                 \
            }),                                                                                 \
            family(#level " a: "))

std::string family(const std::string& start) {
  std::string all;
  for (const char* said :
       {"once 1",       "function 1",    "throttle 1",    "s-once 1",     "s-function 1",
        "s-throttle 1", "expression 2",  "function 2",    "skipfirst 2",  "s-expression 2",
        "s-function 2", "s-skipfirst 2", "function 3",    "skipfirst 3",  "throttle 3",
        "skip-due 3",   "s-function 3",  "s-skipfirst 3", "s-throttle 3", "s-due 3"}) {
    all += start + said + '\n';
  }
  return all;
}

TEST_F(LogSite, EachConditionOfEachLevelDecides) {
  logger_.set_level(Logger::Level::Debug);
  EXPECT_FAMILY(DEBUG);
  EXPECT_FAMILY(INFO);
  EXPECT_FAMILY(WARN);
  EXPECT_FAMILY(ERROR);
  EXPECT_FAMILY(FATAL);
}

TEST_F(LogSite, TheSeverityMayBeAnArgument) {
  EXPECT_EQ(stderr_of([&] {
              RCLCPP_LOG(RCUTILS_LOG_SEVERITY_WARN, logger_, "%d", 1);
              RCLCPP_LOG_STREAM_ONCE(RCUTILS_LOG_SEVERITY_ERROR, logger_, 2);
              RCLCPP_LOG_EXPRESSION(RCUTILS_LOG_SEVERITY_DEBUG, logger_, true, "%d", 3);
            }),
            "WARN a: 1\nERROR a: 2\n");
}

TEST_F(LogSite, NothingIsEvaluatedWhereTheLevelLetsNothingThrough) {
  int evaluated = 0;
  const auto count = [&evaluated] { return ++evaluated; };
  FakeClock clock;
  const auto counted_clock = [&]() -> FakeClock& { return ++evaluated, clock; };
  RCLCPP_DEBUG(logger_, "%d", count());
  RCLCPP_DEBUG_STREAM(logger_, count());
  RCLCPP_DEBUG_EXPRESSION(logger_, count() > 0, "%d", count());
  RCLCPP_DEBUG_THROTTLE(logger_, counted_clock(), count(), "%d", count());
  EXPECT_EQ(evaluated, 0);
}

TEST_F(LogSite, ALoggerThatLivesOnlyHereIsEvaluatedOnce) {
  int evaluated = 0;
  const auto logger = [&] { return ++evaluated, get_logger("temporary"); };
  EXPECT_EQ(stderr_of([&] { RCLCPP_INFO(logger(), "x"); }), "INFO temporary: x\n");
  EXPECT_EQ(evaluated, 1);
}

TEST_F(LogSite, AnUnwantedPassDoesNotCount) {
  const auto pass = [this] { RCLCPP_DEBUG_ONCE(logger_, "x"); };
  EXPECT_EQ(stderr_of(pass), "");
  logger_.set_level(Logger::Level::Debug);
  EXPECT_EQ(stderr_of(pass), "DEBUG a: x\n");
  EXPECT_EQ(stderr_of(pass), "");
}

TEST_F(LogSite, ThrottlingBeginsWithTheFirstPassAndSurvivesTimeThatRunsBack) {
  FakeClock clock{.now_ms = 0};
  const auto pass = [&] { RCLCPP_INFO_THROTTLE(logger_, clock, 1e3, "%d", int(clock.now_ms)); };
  std::string said;
  for (const std::int64_t now_ms : {0, 0, 999, 1001, 1500, 500, 1499, 1500}) {
    clock.now_ms = now_ms;
    said += stderr_of(pass);
  }
  EXPECT_EQ(said, "INFO a: 0\nINFO a: 1001\nINFO a: 500\nINFO a: 1500\n");
}

TEST_F(LogSite, AClockIsTakenThroughItsPointerAndMayFail) {
  const auto clock = std::make_shared<FakeClock>();
  EXPECT_EQ(stderr_of([&] { RCLCPP_INFO_THROTTLE(logger_, *clock, 10, "x"); }), "INFO a: x\n");
  EXPECT_EQ(stderr_of([&] { RCLCPP_INFO_THROTTLE(logger_, BrokenClock(), 10, "x"); }),
            "INFO a: x\n");
}

TEST_F(LogSite, OfSeveralThreadsOneIsFirstAndOneFindsItDue) {
  FakeClock clock;
  std::atomic<int> ready{0};
  const auto pass = [&] {
    ++ready;
    while (ready < 4) std::this_thread::yield();
    for (int i = 0; i < 100; ++i) {
      RCLCPP_INFO_ONCE(logger_, "once");
      RCLCPP_INFO_THROTTLE(logger_, clock, 1000, "due");
    }
  };
  const std::string said = stderr_of([&] {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(pass);
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_EQ(said.size(), std::string("INFO a: once\nINFO a: due\n").size());
  EXPECT_THAT(said, HasSubstr("INFO a: once\n"));
  EXPECT_THAT(said, HasSubstr("INFO a: due\n"));
}

TEST_F(LogSite, ThePlaceInTheSourceIsKnown) {
  const testing::ScopedVariable format("RCUTILS_CONSOLE_OUTPUT_FORMAT",
                                       "{function_name} {file_name}:{line_number}");
  int line = 0;
  const std::string said = stderr_of([&] {
    // clang-format off
    line = __LINE__; RCLCPP_INFO(logger_, "x");
    // clang-format on
  });
  EXPECT_EQ(said, "operator() " + std::string(__FILE__) + ":" + std::to_string(line) + "\n");
}

TEST_F(LogSite, MessagesBelowTheFloorAreCompiledOut) {
  int evaluated = 0;
  EXPECT_EQ(stderr_of([&] { evaluated = client::log_from_quiet_code(); }),
            "WARN quiet: 1\nERROR quiet: 2\nWARN quiet: 3\n");
  EXPECT_EQ(evaluated, 3);
}

}  // namespace
}  // namespace baton
