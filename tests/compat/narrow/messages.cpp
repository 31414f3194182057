// SPDX-License-Identifier: Apache-2.0
// A message alone, and what sources of ROS take for granted behind it.
#include "std_msgs/msg/header.hpp"

#include <gtest/gtest.h>
#include <sstream>

namespace {

TEST(NarrowHeaders, OfMessagesBringManipulatorsOfStreams) {
  std::ostringstream stream;
  stream << std::setprecision(3) << 1.0 / 3 << std_msgs::msg::Header().frame_id;
  EXPECT_EQ(stream.str(), "0.333");
}

}  // namespace
