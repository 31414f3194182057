// SPDX-License-Identifier: Apache-2.0
#include "client/log/console_settings.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>

#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScopedVariable;

class ConsoleSettingsTest : public LogTest {};

TEST_F(ConsoleSettingsTest, VariablesAreRead) {
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "1");
  const ScopedVariable stream("RCUTILS_LOGGING_USE_STDOUT", "1");
  const ScopedVariable buffered("RCUTILS_LOGGING_BUFFERED_STREAM", "0");
  const ConsoleEnvironment read = console_environment();
  EXPECT_TRUE(read.settings.colorized);
  EXPECT_TRUE(read.settings.use_stdout);
  EXPECT_THAT(read.complaints, IsEmpty());
}

TEST_F(ConsoleSettingsTest, EachWrongValueIsOneSentenceAndTheDefaultStays) {
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "yes");
  const ScopedVariable stream("RCUTILS_LOGGING_USE_STDOUT", "2");
  const ScopedVariable buffered("RCUTILS_LOGGING_BUFFERED_STREAM", "line");
  const ScopedVariable format("RCUTILS_CONSOLE_OUTPUT_FORMAT", "{mesage}");
  const ConsoleEnvironment read = console_environment();
  EXPECT_FALSE(read.settings.use_stdout);
  EXPECT_THAT(read.complaints,
              ElementsAre(HasSubstr("RCUTILS_LOGGING_USE_STDOUT is '2', which is neither 0 nor 1"),
                          HasSubstr("RCUTILS_COLORIZED_OUTPUT is 'yes'"),
                          HasSubstr("RCUTILS_LOGGING_BUFFERED_STREAM is 'line'"),
                          HasSubstr("{mesage}, which is printed as it stands")));
}

TEST_F(ConsoleSettingsTest, ATerminalGetsColours) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no pseudo-terminals here";
  ASSERT_EQ(::grantpt(terminal) | ::unlockpt(terminal), 0);
  const int side = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  const int saved = ::dup(STDERR_FILENO);
  ::dup2(side, STDERR_FILENO);
  EXPECT_TRUE(console_environment().settings.colorized);
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "0");
  EXPECT_FALSE(console_environment().settings.colorized);
  ::dup2(saved, STDERR_FILENO);
  for (const int fd : {terminal, side, saved}) ::close(fd);
}

TEST_F(ConsoleSettingsTest, WrongValuesAreToldOnce) {
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "yes");
  EXPECT_THAT(stderr_of([] {
                log(RCUTILS_LOG_SEVERITY_INFO, "a", "one");
                log(RCUTILS_LOG_SEVERITY_INFO, "a", "two");
              }),
              ::testing::MatchesRegex("WARN baton: RCUTILS_COLORIZED_OUTPUT is 'yes'.*unset it\n"
                                      "INFO a: one\nINFO a: two\n"));
}

}  // namespace
}  // namespace baton::client
