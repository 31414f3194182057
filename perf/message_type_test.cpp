// SPDX-License-Identifier: Apache-2.0
#include "message_type.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "variable_messages.hpp"

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
    const Frame frame = type.frame_in(message.data());
    std::memset(frame.payload, 0xff, frame.payload_size_bytes);
    type.stamp(frame, {5, 123'456}, 987'654'321'000);
    EXPECT_TRUE(type.fits(frame));
    EXPECT_EQ(type.id(frame), (MessageId{5, 123'456}));
    EXPECT_EQ(type.time_ns(frame), 987'654'321'000);
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

TEST(MessageType, SequencesHoldTheBytesThatTheirNameOrTheCommandSays) {
  EXPECT_EQ(find_message_type("BoundedSequence60k").payload_size_bytes, 60u * 1024);
  EXPECT_EQ(find_message_type("UnboundedSequence").content_size_bytes(), 0u);
  EXPECT_EQ(find_message_type("UnboundedSequence").with_content(1000).payload_size_bytes, 1000u);
  EXPECT_EQ(find_message_type("Image").content_size_bytes(), 1920u * 1080 * 3);
  EXPECT_EQ(find_message_type("PointCloud2").content_size_bytes(), 4u << 20);
  // The id is part of the data.
  EXPECT_EQ(find_message_type("PolygonStamped").with_content(12'000).payload_size_bytes, 11'992u);
}

TEST(MessageType, ASizeThatIsNotMadeOfWholeElementsIsAnsweredWithTheNearOnes) {
  EXPECT_THAT([] { find_message_type("PolygonStamped").with_content(100); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("96 or 108 would do")));
  EXPECT_THAT([] { find_message_type("Image").with_content(0); },
              ThrowsMessage<std::invalid_argument>(
                  AllOf(HasSubstr("needs 8 for its id"), HasSubstr("; 9 would do"))));
}

TEST(MessageType, ASizeCannotBeChosenWhereTheNameSaysIt) {
  for (const char* name : {"Array4k", "BoundedSequence4k"}) {
    EXPECT_THAT([name] { find_message_type(name).with_content(4096); },
                ThrowsMessage<std::invalid_argument>(HasSubstr("leave it out")));
  }
}

TEST(MessageType, AnObjectHasItsPartsWhereItsTypeExpectsThem) {
  const MessageType type = find_message_type("PointCloud2").with_content(160);
  sensor_msgs::msg::PointCloud2 cloud;
  messages::prepare(cloud, type.content_size_bytes());
  const Frame frame = messages::frame_of(cloud);
  ASSERT_TRUE(type.fits(frame));
  type.stamp(frame, {5, 123'456}, 7'000'000'008);
  EXPECT_EQ(cloud.header.stamp.sec, 7);
  EXPECT_EQ(cloud.header.stamp.nanosec, 8u);
  EXPECT_EQ(cloud.width * cloud.point_step, cloud.data.size());
  EXPECT_EQ(type.id(messages::frame_of(std::as_const(cloud))), (MessageId{5, 123'456}));
}

TEST(MessageType, AnObjectWithAnEmptySequenceDoesNotFit) {
  const sensor_msgs::msg::Image image;
  EXPECT_FALSE(find_message_type("Image").fits(messages::frame_of(image)));
}

}  // namespace perf
