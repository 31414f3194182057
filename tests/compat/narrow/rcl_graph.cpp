// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rcl/graph.h"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfTheGraphInCBringProfilesAndLists) {
  const rcutils_string_array_t names = {};
  EXPECT_EQ(names.size, 0u);
  rmw_qos_profile_t profile = {};
  profile.reliability = RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  EXPECT_NE(profile.reliability, RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);
  const rcl_ret_t result = RCL_RET_OK;
  EXPECT_EQ(result, RMW_RET_OK);
}

}  // namespace
