// SPDX-License-Identifier: Apache-2.0
#include "dds/received_message.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include <baton/msg/reflection.hpp>

#include "dds/outgoing_message.hpp"
#include "msg/testing/described.hpp"
#include "msg/testing/failing_new.hpp"

namespace baton::dds {
namespace {

std::vector<std::byte> encoded(const void* message, std::size_t size_bytes) {
  const OutgoingMessage outgoing(nullptr, message, size_bytes);
  std::vector<std::byte> bytes(outgoing.size_bytes());
  EXPECT_TRUE(outgoing.encode(bytes));
  return bytes;
}

TEST(ReceivedMessage, OfAPlainTypeHasTheBytesThatWereSent) {
  const std::uint64_t value = 0x1122334455667788;
  for (const std::size_t size_bytes : {std::size_t{0}, std::size_t{5}, sizeof value}) {
    auto bytes = encoded(&value, size_bytes);
    // The wire pads to four bytes.
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const auto message = ReceivedMessage::decode(nullptr, bytes);
    ASSERT_TRUE(message);
    ASSERT_EQ(message->size_bytes(), size_bytes);
    EXPECT_EQ(std::memcmp(message->data(), &value, size_bytes), 0);
  }
}

TEST(ReceivedMessage, ThatSaysMoreThanItsBytesIsNone) {
  const std::uint64_t value = 1;
  auto bytes = encoded(&value, sizeof value);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ReceivedMessage::decode(nullptr, std::span(bytes).first(size))) << size;
  }
  bytes[7] = std::byte{0xff};
  EXPECT_FALSE(ReceivedMessage::decode(nullptr, bytes));
}

TEST(ReceivedMessage, InAnotherRepresentationIsNone) {
  const std::uint64_t value = 1;
  auto bytes = encoded(&value, sizeof value);
  bytes[1] = std::byte{7};  // XCDR2
  EXPECT_FALSE(ReceivedMessage::decode(nullptr, bytes));
}

TEST(ReceivedMessage, LosesNoMemoryWhereverThereIsNoMore) {
  std::string error;
  const auto type = msg::ReflectedType::parse(
      msg::testing::described({"test/msg/Texts", {{"one", 17}, {"other", 17}}}, {}), error);
  ASSERT_TRUE(type) << error;
  std::vector<std::byte> bytes = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  for (int i = 0; i < 2; ++i) {  // 99 characters and their NUL
    bytes.insert(bytes.end(), {std::byte{100}, std::byte{0}, std::byte{0}, std::byte{0}});
    bytes.insert(bytes.end(), 99, std::byte{'a'});
    bytes.push_back(std::byte{0});
  }
  ASSERT_TRUE(ReceivedMessage::decode(&type->type(), bytes));
  const long before = msg::FailingNew::live_blocks();
  const std::size_t allocations = msg::fail_at_each_allocation(
      [&] { (void)ReceivedMessage::decode(&type->type(), bytes); },
      [&](std::size_t at) { EXPECT_EQ(msg::FailingNew::live_blocks(), before) << at; });
  EXPECT_GE(allocations, 4u);
  EXPECT_EQ(msg::FailingNew::live_blocks(), before);
}

}  // namespace
}  // namespace baton::dds
