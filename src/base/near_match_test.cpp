// SPDX-License-Identifier: Apache-2.0
#include "base/near_match.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

TEST(NearMatch, ProposesTheNearest) {
  EXPECT_EQ(did_you_mean("fram_id", {"frame_ids", "frame_id", "rate"}), "; did you mean frame_id?");
}

TEST(NearMatch, ProposesNothingThatLooksOtherwise) {
  EXPECT_EQ(did_you_mean("exposure", {"frame_id", "rate"}), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

}  // namespace
}  // namespace baton::base
