// SPDX-License-Identifier: Apache-2.0
// A stranger's message, container by container.
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/described.hpp"
#include "msg/testing/flat_message.hpp"

namespace baton::msg {
namespace {

using testing::FlatMessage;

class Validate : public ::testing::Test {
 protected:
  // Offsets in test/msg/Sample.
  static constexpr std::size_t name = 8;
  static constexpr std::size_t data = 56;
  static constexpr std::size_t words = 72;
  static constexpr std::size_t wide = 88;
  static constexpr std::size_t parts = 104;

  static DynamicMessage message() {
    std::string error;
    DynamicMessage made(ReflectedType::parse(testing::sample_description(), error));
    EXPECT_TRUE(from_yaml(made.type(), made.data(),
                          "{name: abcdefg, data: [1, 2, 3], words: [a, b], wide: w,"
                          " parts: [{id: 1, label: x}, {id: 2, label: y}]}",
                          error))
        << error;
    return made;
  }

  ContainerHeader& at(std::size_t offset) {
    return *reinterpret_cast<ContainerHeader*>(flat_.data() + offset);
  }
  bool valid() { return validate_message(message_.type(), flat_.bytes()); }

  DynamicMessage message_ = message();
  FlatMessage flat_{message_.type(), message_.data()};
};

TEST_F(Validate, TakesAnHonestMessage) { EXPECT_TRUE(valid()); }

TEST_F(Validate, TakesEmptyContainersWithAndWithoutBlock) {
  at(data).size = 0;
  EXPECT_TRUE(valid());
  at(data) = {};
  EXPECT_TRUE(valid());
}

TEST_F(Validate, RefusesASizeAboveTheCapacity) {
  at(data).size = at(data).capacity_and_flags + 1;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesASizeWithoutABlock) {
  at(data) = {0, 1, 1};
  EXPECT_FALSE(valid());
  at(data) = {0, 0, 1};
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesBlocksOnTheHeap) {
  at(data).capacity_and_flags |= ContainerHeader::on_heap_flag;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesBlocksOutsideOfTheExtent) {
  const std::int64_t honest = at(data).offset_bytes;
  for (const std::int64_t offset :
       {std::int64_t{-1000}, std::int64_t{1} << 20, std::int64_t{-57}, std::int64_t{1} << 62,
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    at(data).offset_bytes = offset;
    EXPECT_FALSE(valid()) << offset;
  }
  at(data).offset_bytes = honest;
  EXPECT_TRUE(valid());
}

TEST_F(Validate, TakesABlockThatEndsWithTheExtentAndNoneThatEndsBehindIt) {
  const auto size = static_cast<std::int64_t>(flat_.bytes().size());
  at(data) = {size - static_cast<std::int64_t>(data) - 5, 5, 5};
  EXPECT_TRUE(valid());
  at(data) = {size - static_cast<std::int64_t>(data) - 5, 5, 6};
  EXPECT_FALSE(valid());
  at(data) = {size - static_cast<std::int64_t>(data), 0, 0};
  EXPECT_TRUE(valid());
  at(data) = {size - static_cast<std::int64_t>(data) + 1, 0, 0};
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesCapacitiesThatWouldOverflow) {
  at(parts).capacity_and_flags = ContainerHeader::most_elements;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesMisalignedElements) {
  at(parts).offset_bytes += 4;
  at(parts).capacity_and_flags = at(parts).size = 1;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesStringsWithoutNul) {
  at(name).data()[at(name).size] = std::byte{'x'};
  EXPECT_FALSE(valid());
  at(name).data()[at(name).size] = std::byte{0};
  EXPECT_TRUE(valid());
  at(wide).data()[2] = std::byte{1};
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesMoreElementsThanTheBound) {
  // words is string<=5[<=2].
  at(words).capacity_and_flags = 3;
  EXPECT_TRUE(valid()) << "room for more is no harm";
  at(words).size = 3;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesStringsAboveTheirBound) {
  auto& first = *reinterpret_cast<ContainerHeader*>(at(words).data());
  first.offset_bytes = at(name).data() - reinterpret_cast<std::byte*>(&first);
  first.size = first.capacity_and_flags = 7;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesBoolsThatAreNeitherZeroNorOne) {
  flat_.data()[24] = std::byte{1};
  EXPECT_TRUE(valid());
  flat_.data()[24] = std::byte{2};
  EXPECT_FALSE(valid());
}

TEST_F(Validate, LooksIntoElements) {
  auto& label = *reinterpret_cast<ContainerHeader*>(at(parts).data() + 8);
  label.offset_bytes = 1 << 20;
  EXPECT_FALSE(valid());
}

TEST_F(Validate, RefusesMessagesShorterThanTheirStruct) {
  EXPECT_FALSE(validate_message(message_.type(), flat_.bytes().first(119)));
  EXPECT_FALSE(validate_message(message_.type(), {}));
}

TEST_F(Validate, EndsSoonHoweverContainersPointAtEachOther) {
  // Every element of a sequence of sequences has the whole extent as its block.
  std::string error;
  const auto type =
      ReflectedType::parse(testing::described({"a/msg/A", {{"b", 145, 0, 0, "a/msg/B"}}},
                                              {{"a/msg/B", {{"c", 145, 0, 0, "a/msg/C"}}},
                                               {"a/msg/C", {{"d", 145, 0, 0, "a/msg/D"}}},
                                               {"a/msg/D", {{"e", 147}}}}),
                           error);
  ASSERT_NE(type, nullptr) << error;
  std::vector<ContainerHeader> memory(1 << 16);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    memory[i] = {-static_cast<std::int64_t>(i * sizeof memory[i]) + 16, 60000, 60000};
  }
  EXPECT_FALSE(validate_message(type->type(), std::as_bytes(std::span(memory))));
}

}  // namespace
}  // namespace baton::msg
