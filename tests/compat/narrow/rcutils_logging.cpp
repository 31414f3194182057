// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rcutils/logging_macros.h"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfLoggingInCBringTheClockOfThrottling) {
  int counted = 0;
  const auto count = [&counted] { return ++counted; };
  ASSERT_EQ(rcutils_logging_set_logger_level("narrow", RCUTILS_LOG_SEVERITY_INFO), RCUTILS_RET_OK);
  for (int i = 0; i < 3; ++i) {
    RCUTILS_LOG_INFO_THROTTLE_NAMED(RCUTILS_STEADY_TIME, 60000, "narrow", "%d", count());
  }
  EXPECT_EQ(counted, 1);
  EXPECT_TRUE(RCUTILS_LIKELY(counted == 1));
}

}  // namespace
