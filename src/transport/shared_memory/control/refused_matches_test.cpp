// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/refused_matches.hpp"

#include <gmock/gmock.h>

namespace baton::transport {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RefusedMatches, ForGoodAreNotAskedForAgain) {
  RefusedMatches refused;
  refused.add_for_good({1, 2});
  EXPECT_TRUE(refused.has({1, 2}));
  EXPECT_FALSE(refused.has({2, 1}));
  EXPECT_FALSE(refused.ask_again());
  EXPECT_TRUE(refused.has({1, 2}));
}

TEST(RefusedMatches, ForNowAreAskedForAgainAndToldOnce) {
  RefusedMatches refused;
  EXPECT_TRUE(refused.add_for_now({1, 2}));
  EXPECT_TRUE(refused.has({1, 2}));
  EXPECT_TRUE(refused.ask_again());
  EXPECT_FALSE(refused.has({1, 2}));
  EXPECT_FALSE(refused.add_for_now({1, 2}));
  EXPECT_TRUE(refused.has({1, 2}));
  refused.erase({1, 2});
  EXPECT_TRUE(refused.add_for_now({1, 2}));
}

TEST(RefusedMatches, OfPublishersAndSubscriptionsThatHaveGoneAreForgotten) {
  RefusedMatches refused;
  for (std::uint64_t publisher = 1; publisher <= 1000; ++publisher) {
    refused.add_for_good({7, publisher});
    refused.keep_publishers({publisher, 5000});
    EXPECT_EQ(refused.size(), 1u);
  }
  refused.add_for_good({8, 1000});
  refused.forget_publisher(1000);
  EXPECT_TRUE(refused.empty());
}

TEST(RefusedMatches, OfASubscriptionThatGoesTheAskedOnesAreNamed) {
  RefusedMatches refused;
  refused.add_for_good({7, 1});
  refused.add_for_now({7, 2});
  refused.add_for_now({8, 3});
  EXPECT_THAT(refused.forget_subscription(7), ElementsAre(2));
  EXPECT_EQ(refused.size(), 1u);
  EXPECT_THAT(refused.forget_subscription(7), IsEmpty());
}

}  // namespace
}  // namespace baton::transport
