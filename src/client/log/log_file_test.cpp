// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <baton/logging_directory.hpp>

#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using testing::ScopedVariable;
using ::testing::SizeIs;

class LogFileTest : public LogTest {};

TEST_F(LogFileTest, TheDirectoryIsWhatTheEnvironmentSays) {
  const ScopedVariable home("HOME", "/somewhere");
  EXPECT_EQ(logging_directory(), log_directory());
  const ScopedVariable named("ROS_LOG_DIR", "~/logs");
  EXPECT_EQ(logging_directory(), "/somewhere/logs");
  const ScopedVariable unnamed("ROS_LOG_DIR", std::nullopt);
  const ScopedVariable no_ros_home("ROS_HOME", std::nullopt);
  EXPECT_EQ(logging_directory(), "/somewhere/.ros/log");
  const ScopedVariable ros_home("ROS_HOME", "/ros");
  EXPECT_EQ(logging_directory(), "/ros/log");
  EXPECT_EQ(get_logging_directory(), "/ros/log");
}

TEST_F(LogFileTest, NothingIsMadeBeforeTheFirstMessage) {
  rcutils_logging_initialize();
  EXPECT_THAT(log_files(), IsEmpty());
}

TEST_F(LogFileTest, AFileOfProgramProcessAndTimeHasEveryLineAtOnce) {
  const ScopedVariable colour("RCUTILS_COLORIZED_OUTPUT", "1");
  stderr_of([] {
    log(RCUTILS_LOG_SEVERITY_WARN, "a", "one {} %s");
    log(RCUTILS_LOG_SEVERITY_INFO, "a", "two");
    log(RCUTILS_LOG_SEVERITY_DEBUG, "a", "unwanted");
  });
  ASSERT_THAT(log_files(), SizeIs(1));
  EXPECT_EQ(log_files()[0], log_file_path());
  EXPECT_THAT(log_file_path(),
              MatchesRegex(fmt::format("{}/[^/]+_{}_[0-9]+.log", log_directory(), ::getpid())));
  EXPECT_EQ(content(log_file_path()), "WARN a: one {} %s\nINFO a: two\n");
}

TEST_F(LogFileTest, ADirectoryThatCannotBeMadeIsToldOnceAndTheConsoleGoesOn) {
  std::ofstream(scratch() + "/taken") << "a file";
  const ScopedVariable named("ROS_LOG_DIR", scratch() + "/taken/log");
  const std::string said = stderr_of([] {
    log(RCUTILS_LOG_SEVERITY_INFO, "a", "one");
    log(RCUTILS_LOG_SEVERITY_INFO, "a", "two");
  });
  EXPECT_THAT(said, MatchesRegex("INFO a: one\nWARN baton: no log file is written: cannot make "
                                 ".*/taken/log: .*; set ROS_LOG_DIR to .*\nINFO a: two\n"));
}

TEST_F(LogFileTest, AForkedChildHasAFileOfItsOwn) {
  stderr_of([] { log(RCUTILS_LOG_SEVERITY_INFO, "a", "parent"); });
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);
    log(RCUTILS_LOG_SEVERITY_INFO, "a", "child");
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_THAT(log_files(), SizeIs(2));
  EXPECT_EQ(content(log_file_path()), "INFO a: parent\n");
}

TEST_F(LogFileTest, AFileThatTakesNoMoreIsToldOnce) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit nothing{0, 0};
    ::setrlimit(RLIMIT_FSIZE, &nothing);
    LogFile file;
    const base::Status first = file.write("too much");
    const bool told = !first && first.error().text.find("ends here") != std::string::npos;
    ::_exit(told && file.write("and more") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(LogFileTest, AfterCloseTheNextLineOpensAnother) {
  LogFile file;
  ASSERT_TRUE(file.write("one"));
  const std::string first = file.path();
  file.close();
  EXPECT_EQ(file.path(), "");
  EXPECT_EQ(content(first), "one\n");
  EXPECT_TRUE(file.write("two"));
  EXPECT_NE(file.path(), "");
}

}  // namespace
}  // namespace baton::client
