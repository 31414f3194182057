// SPDX-License-Identifier: Apache-2.0
#include "near_match.hpp"

#include <gmock/gmock.h>

using testing::ElementsAre;
using testing::IsEmpty;

namespace perf {

TEST(NearMatch, ATypingErrorFindsTheName) {
  EXPECT_THAT(near_matches("Aray4m", {"Array4m", "Struct16"}), ElementsAre("Array4m"));
}

TEST(NearMatch, CaseDoesNotCount) {
  EXPECT_THAT(near_matches("range", {"Range", "RadarTrack"}), ElementsAre("Range"));
}

TEST(NearMatch, TheNearestComesFirstAndThreeAreEnough) {
  EXPECT_THAT(near_matches("Array4m", {"Array8m", "Array1m", "Array2m", "Array4k", "Array4m"}),
              ElementsAre("Array4m", "Array8m", "Array1m"));
}

TEST(NearMatch, NothingNearGivesNothing) {
  EXPECT_THAT(near_matches("xyz", {"Array4m"}), IsEmpty());
  EXPECT_EQ(did_you_mean("xyz", {"Array4m"}), "");
}

TEST(NearMatch, TheQuestionNamesTheCandidates) {
  EXPECT_EQ(did_you_mean("Array4", {"Array4m", "Array4k"}), "; did you mean Array4m or Array4k?");
}

}  // namespace perf
