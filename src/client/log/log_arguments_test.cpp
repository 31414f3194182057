// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_arguments.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include <baton/exceptions.hpp>
#include <baton/logger.hpp>

#include "client/arguments/arguments.hpp"
#include "client/log/testing/fresh_log.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LogArgumentsTest : public LogTest {
 protected:
  static void apply(std::vector<std::string> words) {
    words.insert(words.begin(), "--ros-args");
    apply_log_arguments(Arguments::parse(words));
  }
};

TEST_F(LogArgumentsTest, LevelsAreSetForAllLoggersAndForNamedOnes) {
  apply({"--log-level", "warn", "--log-level", "robot.arm:=debug"});
  EXPECT_EQ(get_logger("robot").get_effective_level(), Logger::Level::Warn);
  EXPECT_EQ(get_logger("robot.arm").get_effective_level(), Logger::Level::Debug);
  EXPECT_EQ(get_logger("robot.arm.elbow").get_effective_level(), Logger::Level::Debug);
}

TEST_F(LogArgumentsTest, OutputsAreSwitchedAndWhatIsNotSaidStays) {
  apply({"--disable-rosout-logs", "--disable-stdout-logs"});
  EXPECT_FALSE(log_outputs().rosout);
  EXPECT_FALSE(log_outputs().console);
  EXPECT_TRUE(log_outputs().file);
  apply({"--enable-rosout-logs", "--disable-external-lib-logs"});
  EXPECT_TRUE(log_outputs().rosout);
  EXPECT_FALSE(log_outputs().console);
  EXPECT_FALSE(log_outputs().file);
}

TEST_F(LogArgumentsTest, TheLogFileIsNamed) {
  apply({"--log-file-name", "elbow", "--disable-stdout-logs"});
  log(RCUTILS_LOG_SEVERITY_INFO, "a", "first");
  EXPECT_THAT(log_files(), ElementsAre(HasSubstr("/elbow_")));
  apply({"--log-file-name", "wrist"});
  log(RCUTILS_LOG_SEVERITY_INFO, "a", "second");
  EXPECT_THAT(log_file_path(), HasSubstr("/wrist_"));
  EXPECT_THAT(content(log_file_path()), HasSubstr("second"));
}

TEST_F(LogArgumentsTest, AConfigurationThatNothingReadsIsRefused) {
  EXPECT_THROW(apply({"--log-config-file", "log.yaml"}), exceptions::RCLInvalidROSArgsError);
  EXPECT_THAT(log_files(), IsEmpty());
}

}  // namespace
}  // namespace baton::client
