// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/pool_room.hpp"

#include <gmock/gmock.h>

#include <baton/msg/reflection.hpp>

#include "msg/testing/described.hpp"

namespace baton::transport {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unsigned array = 48;
constexpr unsigned bounded_sequence = 96;
constexpr unsigned sequence = 144;
constexpr unsigned float64 = 11;
constexpr unsigned text = 17;
constexpr unsigned bounded_text = 21;

std::shared_ptr<const msg::ReflectedType> type_of(msg::testing::ShortType type,
                                                  std::vector<msg::testing::ShortType> more = {}) {
  std::string error;
  auto parsed = msg::ReflectedType::parse(msg::testing::described(type, more), error);
  EXPECT_NE(parsed, nullptr) << error;
  return parsed;
}

TEST(PoolRoom, KnowsTheLargestMessageOfABoundedType) {
  EXPECT_EQ(most_bytes_of(type_of({"a/msg/A", {{"x", float64}}})->type()), 8u);
  EXPECT_EQ(most_bytes_of(type_of({"a/msg/A", {{"x", array + float64, 3}}})->type()), 24u);
  // Two headers of 16 bytes, and four times 8 values and 16 bytes of text.
  const auto bounded =
      type_of({"a/msg/A", {{"x", bounded_sequence + float64, 8}, {"t", bounded_text, 0, 10}}});
  EXPECT_EQ(most_bytes_of(bounded->type()), bounded->type().size_bytes + 4 * (8 * 8 + 16));
  const auto nested = type_of({"a/msg/A", {{"bs", bounded_sequence + 1, 2, 0, "a/msg/B"}}},
                              {{"a/msg/B", {{"t", bounded_sequence + bounded_text, 3, 7}}}});
  const std::size_t header = nested->type().size_bytes;
  EXPECT_EQ(most_bytes_of(nested->type()), header + 4 * 2 * (header + 3 * (header + 8)));
}

TEST(PoolRoom, KnowsNoLargestMessageWithoutABound) {
  EXPECT_FALSE(most_bytes_of(type_of({"a/msg/A", {{"t", text}}})->type()));
  EXPECT_FALSE(most_bytes_of(type_of({"a/msg/A", {{"t", sequence + float64}}})->type()));
  EXPECT_FALSE(most_bytes_of(type_of({"a/msg/A", {{"t", array + text, 2}}})->type()));
  EXPECT_FALSE(most_bytes_of(type_of({"a/msg/A", {{"b", 1, 0, 0, "a/msg/B"}}},
                                     {{"a/msg/B", {{"t", sequence + bounded_text, 0, 5}}}})
                                 ->type()));
}

TEST(PoolRoom, ASmallTypeTakesWhatItsMessagesCanUse) {
  const auto small = type_of({"a/msg/A", {{"x", float64}}});
  const shm::PoolLimits limits = fitted({}, &small->type());
  EXPECT_EQ(limits.ceiling_bytes, shm::max_chunks * 64);
  shm::ChunkPool pool(limits.ceiling_bytes, limits, [](auto, auto) { return base::Status(); });
  std::size_t chunks = 0;
  shm::ChunkIndex chunk{};
  while (pool.take_free(8, chunk) || pool.carve(8)) chunks = pool.carved_chunks();
  EXPECT_EQ(chunks, shm::max_chunks) << "the ceiling is lower than what the type can use";
  EXPECT_THAT(pool.carve(limits.ceiling_bytes + 1).error().text,
              HasSubstr("messages of its type are never larger"));
}

TEST(PoolRoom, WhatWasAskedStaysWhereThereIsRoom) {
  shm::PoolLimits asked;
  asked.ceiling_bytes = std::size_t{1} << 20;
  const auto large = type_of({"a/msg/A", {{"x", array + float64, 1 << 20}}});
  for (const msg::TypeSupport* type :
       {static_cast<const msg::TypeSupport*>(nullptr), &large->type()}) {
    const shm::PoolLimits limits = fitted(asked, type);
    EXPECT_EQ(limits.ceiling_bytes, asked.ceiling_bytes);
    EXPECT_THAT(limits.why_less, IsEmpty());
  }
}

TEST(PoolRoom, NoPoolIsLargerThanTheMachinesMemory) {
  shm::PoolLimits asked;
  asked.ceiling_bytes = std::size_t{1} << 50;
  const shm::PoolLimits limits = fitted(asked, nullptr);
  EXPECT_LT(limits.ceiling_bytes, std::size_t{1} << 46);
  EXPECT_FALSE(limits.why_less.empty());
}

}  // namespace
}  // namespace baton::transport
