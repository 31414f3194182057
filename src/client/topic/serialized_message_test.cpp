// SPDX-License-Identifier: Apache-2.0
#include <baton/serialized_message.hpp>

#include <gmock/gmock.h>

#include <utility>

#include <baton/exceptions.hpp>
#include <baton/serialization.hpp>
#include <rcl_interfaces/msg/log.hpp>

namespace baton {
namespace {

using rcl_interfaces::msg::Log;

Log message() {
  Log made;
  made.name = "arm.elbow";
  made.msg = "moved";
  made.line = 7;
  return made;
}

TEST(SerializedMessageTest, AMessageComesBackFromItsBytes) {
  const Serialization<Log> serialization;
  const Log before = message();
  SerializedMessage bytes;
  serialization.serialize_message(&before, &bytes);
  EXPECT_GT(bytes.size(), 4u);
  EXPECT_EQ(bytes.get_rcl_serialized_message().buffer[1], 1);  // little endian
  Log after;
  serialization.deserialize_message(&bytes, &after);
  EXPECT_EQ(before, after);
}

TEST(SerializedMessageTest, BytesThatAreNoMessageAreRefused) {
  const Serialization<Log> serialization;
  SerializedMessage bytes;
  Log after;
  EXPECT_THROW(serialization.deserialize_message(&bytes, &after), exceptions::RCLInvalidArgument);
  EXPECT_THROW(serialization.deserialize_message(nullptr, &after), exceptions::RCLInvalidArgument);
  EXPECT_THROW(serialization.serialize_message(nullptr, &bytes), exceptions::RCLInvalidArgument);
}

TEST(SerializedMessageTest, CopiesHaveTheirOwnBytesAndMovesTakeThem) {
  const Serialization<Log> serialization;
  const Log before = message();
  SerializedMessage first;
  serialization.serialize_message(&before, &first);
  SerializedMessage copy(first);
  EXPECT_EQ(copy.size(), first.size());
  EXPECT_NE(copy.get_rcl_serialized_message().buffer, first.get_rcl_serialized_message().buffer);
  const SerializedMessage of_struct(first.get_rcl_serialized_message());
  EXPECT_EQ(of_struct.size(), first.size());
  const auto* const bytes = first.get_rcl_serialized_message().buffer;
  const SerializedMessage moved(std::move(first));
  EXPECT_EQ(moved.get_rcl_serialized_message().buffer, bytes);
  EXPECT_EQ(first.size(), 0u);
  copy = SerializedMessage();
  copy = moved;
  Log after;
  serialization.deserialize_message(&copy, &after);
  EXPECT_EQ(before, after);
}

TEST(SerializedMessageTest, ReserveKeepsTheBytes) {
  SerializedMessage message(8);
  EXPECT_EQ(message.capacity(), 8u);
  message.get_rcl_serialized_message().buffer[0] = 42;
  message.get_rcl_serialized_message().buffer_length = 1;
  message.reserve(4096);
  EXPECT_EQ(message.capacity(), 4096u);
  EXPECT_EQ(message.size(), 1u);
  EXPECT_EQ(message.get_rcl_serialized_message().buffer[0], 42);
  message.reserve(1);
  EXPECT_EQ(message.capacity(), 4096u);
}

}  // namespace
}  // namespace baton
