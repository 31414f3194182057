// SPDX-License-Identifier: Apache-2.0
#include <baton/logger.hpp>

#include <gmock/gmock.h>

#include <baton/exceptions.hpp>

#include "client/log/testing/fresh_log.hpp"

namespace baton {
namespace {

class LoggerTest : public client::LogTest {};

TEST_F(LoggerTest, LevelsHaveTheNumbersOfRos) {
  EXPECT_EQ(static_cast<int>(Logger::Level::Unset), 0);
  EXPECT_EQ(static_cast<int>(Logger::Level::Debug), 10);
  EXPECT_EQ(static_cast<int>(Logger::Level::Info), 20);
  EXPECT_EQ(static_cast<int>(Logger::Level::Warn), 30);
  EXPECT_EQ(static_cast<int>(Logger::Level::Error), 40);
  EXPECT_EQ(static_cast<int>(Logger::Level::Fatal), 50);
}

TEST_F(LoggerTest, AChildIsNamedAfterItsParentAndHasItsLevel) {
  Logger parent = get_logger("arm");
  const Logger child = parent.get_child("left").get_child("hand");
  EXPECT_STREQ(child.get_name(), "arm.left.hand");
  EXPECT_EQ(child.get_effective_level(), Logger::Level::Info);
  parent.set_level(Logger::Level::Debug);
  EXPECT_EQ(child.get_effective_level(), Logger::Level::Debug);
}

TEST_F(LoggerTest, LoggersOfOneNameHaveOneLevel) {
  get_logger("arm").set_level(Logger::Level::Fatal);
  EXPECT_EQ(get_logger("arm").get_effective_level(), Logger::Level::Fatal);
  get_logger("arm").set_level(Logger::Level::Unset);
  EXPECT_EQ(get_logger("arm").get_effective_level(), Logger::Level::Info);
}

TEST_F(LoggerTest, ANumberThatIsNoLevelIsRefused) {
  EXPECT_THROW(get_logger("arm").set_level(static_cast<Logger::Level>(7)),
               exceptions::RCLInvalidArgument);
}

}  // namespace
}  // namespace baton
