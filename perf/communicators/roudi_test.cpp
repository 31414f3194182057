// SPDX-License-Identifier: Apache-2.0
#include "communicators/roudi.hpp"

#include <gmock/gmock.h>

using testing::HasSubstr;

namespace perf {
namespace {

Options options(const char* message, unsigned subscribers, unsigned depth) {
  Options o;
  o.way = Way::iceoryx;
  o.message = message;
  o.subscribers = subscribers;
  o.history_depth = depth;
  return o;
}

}  // namespace

TEST(Roudi, ItsChunksHoldTheMessage) {
  for (const char* message : {"Array4k", "Array4m", "Image"}) {
    const Options o = options(message, 1, 10);
    const RoudiPool pool = RoudiPool::of(o);
    EXPECT_GT(pool.chunk_size_bytes, o.message_type().size_bytes);
    EXPECT_EQ(pool.chunk_size_bytes % 32, 0u);
  }
}

TEST(Roudi, ItHasAChunkForEachMessageThatIsKeptAndEachSubscriberThatReads) {
  EXPECT_GE(RoudiPool::of(options("Array4m", 16, 10)).chunks, 10u + 16u);
  EXPECT_GT(RoudiPool::of(options("Array4m", 16, 10)).chunks,
            RoudiPool::of(options("Array4m", 4, 10)).chunks);
  EXPECT_EQ(RoudiPool::of(options("Array4m", 1, 300)).chunks,
            RoudiPool::of(options("Array4m", 1, 256)).chunks);
  Options many_topics = options("Array4k", 1, 10);
  many_topics.topics = 200;
  EXPECT_GE(RoudiPool::of(many_topics).chunks, 200u * 10u);
  Options both_ways = options("Array4m", 1, 10);
  both_ways.roundtrip = Roundtrip::both;
  EXPECT_EQ(RoudiPool::of(both_ways).chunks, 2 * RoudiPool::of(options("Array4m", 1, 10)).chunks);
}

TEST(Roudi, ItsPoolIsInItsConfiguration) {
  const std::string toml = RoudiPool{4'194'592, 28}.as_toml();
  EXPECT_THAT(toml, HasSubstr("size = 4194592\ncount = 28\n"));
}

}  // namespace perf
