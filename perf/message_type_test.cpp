// SPDX-License-Identifier: Apache-2.0
#include "message_type.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

namespace perf {

TEST(MessageType, ArraysHoldTheBytesThatTheirNameSays) {
  EXPECT_EQ(find_message_type("Array1k").payload_size_bytes, 1024u);
  EXPECT_EQ(find_message_type("Array60k").payload_size_bytes, 60u * 1024);
  EXPECT_EQ(find_message_type("Array4m").size_bytes, 4194304u + 16);
  EXPECT_EQ(find_message_type("Array8m").payload_size_bytes, 8u << 20);
  EXPECT_EQ(find_message_type("Struct256").size_bytes, 256u + 16);
  EXPECT_EQ(find_message_type("SampleMessage").payload_size_bytes, 4194304u);
}

TEST(MessageType, EveryMessageKeepsItsStampBesideItsPayload) {
  for (const MessageType& type : message_types()) {
    SCOPED_TRACE(type.name);
    std::vector<std::byte> message(type.size_bytes);
    std::memset(message.data() + type.payload_offset, 0xff, type.payload_size_bytes);
    type.stamp(message.data(), {5, 123'456}, 987'654'321'000);
    EXPECT_EQ(type.id(message.data()), (MessageId{5, 123'456}));
    EXPECT_EQ(type.time_ns(message.data()), 987'654'321'000);
    for (size_t i = 0; i < type.payload_size_bytes; ++i) {
      ASSERT_EQ(message[type.payload_offset + i], std::byte{0xff});
    }
  }
}

TEST(MessageType, AnUnknownNameIsAnsweredWithTheNearOnes) {
  EXPECT_THAT([] { find_message_type("Array4M"); },
              ThrowsMessage<std::invalid_argument>(
                  AllOf(HasSubstr("no such message"), HasSubstr("did you mean Array4m"))));
}

TEST(MessageType, ANameLikeNoOtherIsAnsweredWithAllOfThem) {
  EXPECT_THAT([] { find_message_type("Quaternion12"); },
              ThrowsMessage<std::invalid_argument>(
                  AllOf(HasSubstr("Array1k"), HasSubstr("SampleMessage"))));
}

TEST(MessageType, AMessageOfVariableSizeNamesWhatItNeeds) {
  EXPECT_THAT([] { find_message_type("UnboundedString"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("message generator")));
}

}  // namespace perf
