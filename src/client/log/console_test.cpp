// SPDX-License-Identifier: Apache-2.0
#include "client/log/console.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using testing::ScopedVariable;

class ConsoleTest : public LogTest {};

TEST_F(ConsoleTest, EachLevelHasItsColour) {
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "1");
  rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_DEBUG);
  EXPECT_EQ(stderr_of([] {
              for (const int level : {10, 20, 30, 40, 50}) log(level, "a", "x");
            }),
            "\033[32mDEBUG a: x\033[0m\n\033[0mINFO a: x\033[0m\n\033[33mWARN a: x\033[0m\n"
            "\033[31mERROR a: x\033[0m\n\033[31mFATAL a: x\033[0m\n");
}

TEST_F(ConsoleTest, OnlyATerminalGetsColours) {
  EXPECT_EQ(stderr_of([] { log(RCUTILS_LOG_SEVERITY_ERROR, "a", "x"); }), "ERROR a: x\n");
}

TEST_F(ConsoleTest, OnStdoutWhatPrintfHasLeftComesFirst) {
  const ScopedVariable stream("RCUTILS_LOGGING_USE_STDOUT", "1");
  EXPECT_EQ(stdout_of([] {
              std::printf("first\n");
              log(RCUTILS_LOG_SEVERITY_ERROR, "a", "second");
            }),
            "first\nERROR a: second\n");
}

TEST_F(ConsoleTest, LinesOfSeveralThreadsNeverMix) {
  constexpr int threads = 4;
  constexpr int lines = 250;
  // Longer than a pipe takes in one piece, so that parts of lines would mix if they could.
  constexpr std::size_t length = 5000;
  set_log_outputs({.console = true, .file = false, .rosout = false});
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
  const int saved = ::dup(STDERR_FILENO);
  ::dup2(ends[1], STDERR_FILENO);
  ::close(ends[1]);
  std::string read_text;
  std::thread reader([&] {
    char part[4096];
    ssize_t size = 0;
    while ((size = ::read(ends[0], part, sizeof part)) > 0) {
      read_text.append(part, static_cast<std::size_t>(size));
    }
  });
  std::vector<std::thread> writers;
  for (int t = 0; t < threads; ++t) {
    writers.emplace_back([t] {
      for (int i = 0; i < lines; ++i) {
        log(RCUTILS_LOG_SEVERITY_INFO, fmt::format("t{}.{}", t, i),
            std::string(length, static_cast<char>('a' + t)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
  reader.join();
  ::close(ends[0]);

  std::set<std::string> expected;
  for (int t = 0; t < threads; ++t) {
    for (int i = 0; i < lines; ++i) {
      expected.insert(
          fmt::format("INFO t{}.{}: {}", t, i, std::string(length, static_cast<char>('a' + t))));
    }
  }
  std::istringstream text(read_text);
  std::size_t found = 0;
  for (std::string line; std::getline(text, line);) found += expected.erase(line);
  EXPECT_EQ(found, std::size_t{threads * lines});
}

}  // namespace
}  // namespace baton::client
