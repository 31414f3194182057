// SPDX-License-Identifier: Apache-2.0
#include "payload.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace perf {
namespace {

std::vector<std::byte> filled(Fill fill, const MessageType& type, uint64_t id) {
  std::vector<std::byte> message(type.size_bytes);
  write_payload(fill, type, type.frame_in(message.data()), id);
  type.stamp(type.frame_in(message.data()), {0, id}, 1);
  return message;
}

bool is_intact(Fill fill, const MessageType& type, const std::vector<std::byte>& message) {
  return payload_is_intact(fill, type, type.frame_in(message.data()));
}

}  // namespace

TEST(Payload, EveryMessageReadsBackIntactWhateverTheFill) {
  for (const MessageType& type : message_types()) {
    for (Fill fill : {Fill::none, Fill::stamp, Fill::touch, Fill::full}) {
      const auto message = filled(fill, type, 42);
      EXPECT_TRUE(is_intact(fill, type, message)) << type.name;
    }
  }
}

TEST(Payload, FullNoticesAnyByteOfTheMessage) {
  for (const MessageType& type :
       {find_message_type("NavSatFix"), find_message_type("UnboundedString").with_content(301),
        find_message_type("PolygonStamped").with_content(120)}) {
    const auto message = filled(Fill::full, type, 42);
    for (size_t i = 0; i < type.payload_size_bytes; ++i) {
      auto damaged = message;
      damaged[type.payload_offset + i] ^= std::byte{1};
      EXPECT_FALSE(is_intact(Fill::full, type, damaged)) << type.name << " " << i;
    }
  }
}

TEST(Payload, AStringIsFilledWithLettersOnly) {
  const MessageType type = find_message_type("UnboundedString").with_content(5000);
  for (Fill fill : {Fill::touch, Fill::full}) {
    const auto message = filled(fill, type, 42);
    const size_t step = fill == Fill::full ? 1 : 4096;
    for (size_t i = 0; i < type.payload_size_bytes; i += step) {
      const auto letter = static_cast<unsigned>(message[type.payload_offset + i]);
      ASSERT_TRUE(letter >= '@' && letter <= '_') << letter;
    }
  }
}

TEST(Payload, TheBytesOfAnotherIdAreNotIntact) {
  const MessageType& type = find_message_type("Array64k");
  for (Fill fill : {Fill::touch, Fill::full}) {
    auto message = filled(fill, type, 42);
    type.stamp(type.frame_in(message.data()), {0, 43}, 1);
    EXPECT_FALSE(is_intact(fill, type, message));
  }
}

TEST(Payload, TouchNoticesOneStalePage) {
  const MessageType& type = find_message_type("Array64k");
  auto message = filled(Fill::touch, type, 42);
  message[5 * 4096] ^= std::byte{1};
  EXPECT_FALSE(is_intact(Fill::touch, type, message));
}

}  // namespace perf
