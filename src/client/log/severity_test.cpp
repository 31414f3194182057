// SPDX-License-Identifier: Apache-2.0
#include "client/log/severity.hpp"

#include <gtest/gtest.h>

#include <baton/ros_c/rcutils_logging.h>

namespace baton::client {
namespace {

TEST(Severity, NamesAreReadInAnyCase) {
  EXPECT_EQ(severity_from_text("warn"), RCUTILS_LOG_SEVERITY_WARN);
  EXPECT_EQ(severity_from_text("FATAL"), RCUTILS_LOG_SEVERITY_FATAL);
  EXPECT_EQ(severity_from_text("Unset"), RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_EQ(severity_from_text("warning"), std::nullopt);
  EXPECT_EQ(severity_from_text(""), std::nullopt);
}

TEST(Severity, BetweenTwoLevelsTheLowerOneNamesIt) {
  EXPECT_EQ(severity_name(RCUTILS_LOG_SEVERITY_ERROR), "ERROR");
  EXPECT_EQ(severity_name(39), "WARN");
  EXPECT_EQ(severity_name(1000), "FATAL");
  EXPECT_EQ(severity_name(-1), "UNSET");
  EXPECT_TRUE(is_severity(30));
  EXPECT_FALSE(is_severity(39));
}

TEST(Severity, TheNamesOfRcutilsAreTheSame) {
  for (const int level : {0, 10, 20, 30, 40, 50}) {
    EXPECT_EQ(g_rcutils_log_severity_names[level], severity_name(level));
  }
}

}  // namespace
}  // namespace baton::client
