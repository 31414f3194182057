// SPDX-License-Identifier: Apache-2.0
// Baton's CDR and that of Fast CDR, which ROS 2 uses: each reads what the other writes.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <baton/msg/cdr.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/described.hpp"
#include "msg/testing/fast_cdr.hpp"

namespace baton::msg {
namespace {

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;

std::vector<std::byte> written(Cdr::Endianness order) {
  // Fast CDR does not write the bytes of gaps.
  std::vector<char> memory(1024);
  FastBuffer buffer(memory.data(), memory.size());
  Cdr cdr(buffer, order, testing::dds_cdr);
  cdr.serialize_encapsulation();
  cdr << std::int32_t{-1} << std::uint32_t{7} << std::string("map") << true << 2.5;
  cdr << 1.0f << 2.0f << 3.0f;
  cdr << std::vector<std::uint8_t>{1, 2, 3};
  cdr << std::vector<std::string>{"a", ""};
  // As rosidl_typesupport_fastrtps writes a wide string; std::wstring is another one in Fast CDR 2.
  cdr << std::uint32_t{2} << std::uint32_t{'w'} << std::uint32_t{0xe9};
  cdr << std::uint32_t{1} << std::int8_t{-5} << std::string("last");
  const auto* first = reinterpret_cast<const std::byte*>(memory.data());
  return {first, first + testing::written_bytes(cdr)};
}

constexpr const char* yaml =
    "{stamp: {sec: -1, nanosec: 7}, name: map, valid: true, x: 2.5, values: [1, 2, 3],"
    " data: [1, 2, 3], words: [a, ''], wide: wé, parts: [{id: -5, label: last}]}";

class FastCdr : public ::testing::Test {
 protected:
  static DynamicMessage sample() {
    std::string error;
    DynamicMessage message(ReflectedType::parse(testing::sample_description(), error));
    EXPECT_TRUE(from_yaml(message.type(), message.data(), yaml, error)) << error;
    return message;
  }
};

TEST_F(FastCdr, WritesTheBytesThatWeWrite) {
  const DynamicMessage message = sample();
  std::vector<std::byte> bytes;
  ASSERT_TRUE(encode_message(message.type(), message.data(), bytes));
  EXPECT_EQ(bytes, written(Cdr::LITTLE_ENDIANNESS));
}

TEST_F(FastCdr, IsReadInBothByteOrders) {
  for (const auto order : {Cdr::LITTLE_ENDIANNESS, Cdr::BIG_ENDIANNESS}) {
    DynamicMessage message = sample();
    std::string error;
    ASSERT_TRUE(from_yaml(message.type(), message.data(), "{name: other, parts: []}", error));
    ASSERT_TRUE(decode_message(message.type(), written(order), message.data()));
    EXPECT_TRUE(message == sample());
  }
}

}  // namespace
}  // namespace baton::msg
