// SPDX-License-Identifier: Apache-2.0
#include "payload.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace perf {
namespace {

std::vector<std::byte> filled(Fill fill, const MessageType& type, uint64_t id) {
  std::vector<std::byte> message(type.size_bytes);
  write_payload(fill, type, message.data(), id);
  type.stamp(message.data(), {0, id}, 1);
  return message;
}

}  // namespace

TEST(Payload, EveryMessageReadsBackIntactWhateverTheFill) {
  for (const MessageType& type : message_types()) {
    for (Fill fill : {Fill::none, Fill::stamp, Fill::touch, Fill::full}) {
      const auto message = filled(fill, type, 42);
      EXPECT_TRUE(payload_is_intact(fill, type, message.data())) << type.name;
    }
  }
}

TEST(Payload, FullNoticesAnyByteOfTheMessage) {
  const MessageType& type = find_message_type("NavSatFix");
  const auto message = filled(Fill::full, type, 42);
  for (size_t i = 0; i < type.payload_size_bytes; ++i) {
    auto damaged = message;
    damaged[type.payload_offset + i] ^= std::byte{1};
    EXPECT_FALSE(payload_is_intact(Fill::full, type, damaged.data())) << i;
  }
}

TEST(Payload, TheBytesOfAnotherIdAreNotIntact) {
  const MessageType& type = find_message_type("Array64k");
  for (Fill fill : {Fill::touch, Fill::full}) {
    auto message = filled(fill, type, 42);
    type.stamp(message.data(), {0, 43}, 1);
    EXPECT_FALSE(payload_is_intact(fill, type, message.data()));
  }
}

TEST(Payload, TouchNoticesOneStalePage) {
  const MessageType& type = find_message_type("Array64k");
  auto message = filled(Fill::touch, type, 42);
  message[5 * 4096] ^= std::byte{1};
  EXPECT_FALSE(payload_is_intact(Fill::touch, type, message.data()));
}

}  // namespace perf
