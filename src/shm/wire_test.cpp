// SPDX-License-Identifier: Apache-2.0
#include "shm/wire.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string_view>

namespace baton::shm::wire {
namespace {

using ::testing::HasSubstr;

match::EndpointFacts camera() {
  match::EndpointFacts endpoint{
      3,          "/camera", "sensor_msgs/Image",
      UINT64_MAX, 1,         {.reliable = true, .transient_local = true, .depth = 10},
      "RIHS01_ff"};
  endpoint.node = "/robot/camera";
  endpoint.kind = EndpointKind::service_reply;
  endpoint.policies.deadline_ns = 1;
  endpoint.policies.lifespan_ns = 2;
  endpoint.policies.manual_by_topic = true;
  endpoint.policies.lease_ns = match::unlimited_ns - 1;
  return endpoint;
}

std::vector<Message> one_of_each() {
  return {
      Intro{"0123456789abcdef", 1},
      BellOffer{63},
      Hello{5, 4095, camera()},
      Welcome{5, 3, UINT64_MAX, true, 65535},
      LogOffer{1024},
      Reject{5, 3, match::Refusal::incompatible_qos, "make the publisher reliable", "reliability"},
      Bye{5, 3},
      Wake{7},
      Grew{5, 3, std::uint64_t{1} << 40},
      Describe{1, "sensor_msgs/msg/Image", "RIHS01_00"},
      Description{1, 2, 3, R"({"type_description": {}})"}};
}

base::Result<Message> decode_text(std::string_view text) {
  return decode(std::as_bytes(std::span(text)));
}

std::string text_of(const std::vector<std::byte>& packet) {
  return {reinterpret_cast<const char*>(packet.data()), packet.size()};
}

TEST(Wire, EveryMessageComesBackAsItWas) {
  const auto messages = one_of_each();
  ASSERT_EQ(messages.size(), std::variant_size_v<Message>) << "a kind is not tested";
  for (const Message& message : messages) {
    const std::vector<std::byte> packet = encode(message);
    EXPECT_LE(packet.size(), max_packet_bytes);
    const auto decoded = decode(packet);
    ASSERT_TRUE(decoded) << decoded.error().text;
    EXPECT_EQ(decoded->index(), message.index());
    EXPECT_EQ(encode(*decoded), packet);
  }
}

TEST(Wire, AnEndpointSurvivesWithAllItsFields) {
  const auto decoded = decode(encode(Hello{5, 4095, camera()}));
  ASSERT_TRUE(decoded);
  const Hello& hello = std::get<Hello>(*decoded);
  EXPECT_EQ(hello.publisher, 5u);
  EXPECT_EQ(hello.record, 4095u);
  EXPECT_EQ(hello.subscription, camera());
}

std::string hello_with(std::string_view policy, std::string_view endpoint) {
  return fmt::format(
      R"({{"kind":"hello","body":{{"publisher":5,"record":1,"generation":0,"subscription":{{"id":3,"topic":"/t",)"
      R"("type_name":"a/B","type_hash":1,"layout_hash":2,"type_hash_text":"","policy":{{)"
      R"("reliable":true,"transient_local":false,"keep_all":false,"depth":1{}}}{}}}}}}})",
      policy, endpoint);
}

TEST(Wire, WhatSaysNothingOfLaterFieldsHasTheirDefaults) {
  const auto decoded = decode_text(hello_with("", ""));
  ASSERT_TRUE(decoded) << decoded.error().text;
  const match::EndpointFacts expected{3, "/t", "a/B", 1, 2, {.reliable = true}};
  EXPECT_EQ(std::get<Hello>(*decoded).subscription, expected);
}

TEST(Wire, LaterFieldsThatAreOutOfRangeAreRefused) {
  EXPECT_TRUE(decode_text(hello_with(R"(,"deadline_ns":9223372036854775807)", "")));
  for (const std::string_view policy :
       {R"(,"deadline_ns":9223372036854775808)", R"(,"lifespan_ns":true)", R"(,"lease_ns":"1")",
        R"(,"lease_ns":null)", R"(,"manual_by_topic":1)", R"(,"manual_by_topic":"yes")"}) {
    EXPECT_FALSE(decode_text(hello_with(policy, ""))) << policy;
  }
  for (const std::string_view endpoint :
       {R"(,"purpose":3)", R"(,"purpose":257)", R"(,"purpose":true)", R"(,"node":7)"}) {
    EXPECT_FALSE(decode_text(hello_with("", endpoint))) << endpoint;
  }
}

// Another version of Baton reads these fields.
TEST(Wire, ARefusalTravelsAsANumberThatStays) {
  using match::Refusal;
  const std::pair<Refusal, int> numbers[] = {
      {Refusal::unknown_publisher, 1}, {Refusal::other_topic, 2},
      {Refusal::incompatible_type, 3}, {Refusal::incompatible_layout, 4},
      {Refusal::incompatible_qos, 5},  {Refusal::other_version, 6},
      {Refusal::no_resources, 7},
  };
  for (const auto& [refusal, number] : numbers) {
    EXPECT_THAT(text_of(encode(Reject{1, 2, refusal, ""})),
                HasSubstr("\"refusal\":" + std::to_string(number)));
  }
}

TEST(Wire, ANameThatIsNoUtf8DoesNotStopUsFromTalking) {
  const auto decoded =
      decode(encode(Reject{1, 2, match::Refusal::other_topic, "bad \xff\xc0 name"}));
  ASSERT_TRUE(decoded);
  EXPECT_THAT(std::get<Reject>(*decoded).text, HasSubstr("name"));
}

TEST(Wire, AnUnknownKindIsRefused) {
  const auto decoded = decode_text(R"({"kind":"goodbye","body":{}})");
  ASSERT_FALSE(decoded);
  EXPECT_THAT(decoded.error().text, HasSubstr("unknown kind"));
}

TEST(Wire, AMissingFieldIsNamed) {
  const auto decoded = decode_text(R"({"kind":"bye","body":{"publisher":1}})");
  ASSERT_FALSE(decoded);
  EXPECT_THAT(decoded.error().text, HasSubstr("subscription"));
}

TEST(Wire, AFieldFromALaterVersionIsIgnored) {
  EXPECT_TRUE(decode_text(R"({"kind":"wake","body":{"executor":1,"why":"later"},"more":[]})"));
}

TEST(Wire, WhatIsNoMessageIsRefusedAndNotThrown) {
  for (const std::string_view text :
       {"", "null", "[]", "{", "\"kind\"", "{}", R"({"kind":1,"body":{}})", R"({"kind":"bye"})",
        R"({"kind":"bye","body":[]})", R"({"kind":"bye","body":null})",
        R"({"kind":"bye","body":{"publisher":"one","subscription":2}})",
        R"({"kind":"intro","body":{"participant":7,"version":1}})",
        R"({"kind":"hello","body":{"publisher":1,"record":1,"subscription":3}})",
        "\xff\xfe\x00\x01"}) {
    EXPECT_FALSE(decode_text(text)) << text;
  }
}

// A number that does not fit its field must not become another one: a record of 2^32 + 1 is not
// record 1.
TEST(Wire, ANumberThatDoesNotFitItsFieldIsRefused) {
  for (
      const std::string_view text :
      {R"({"kind":"wake","body":{"executor":-1}})", R"({"kind":"wake","body":{"executor":1.5}})",
       R"({"kind":"wake","body":{"executor":1e300}})",
       R"({"kind":"wake","body":{"executor":true}})",
       R"({"kind":"wake","body":{"executor":4294967297}})",
       R"({"kind":"bye","body":{"publisher":-1,"subscription":1}})",
       R"({"kind":"bye","body":{"publisher":18446744073709551616,"subscription":1}})",
       R"({"kind":"reject","body":{"publisher":1,"subscription":1,"refusal":4294967296,"text":""}})"}) {
    EXPECT_FALSE(decode_text(text)) << text;
  }
}

TEST(Wire, NestingAsDeepAsAPacketAllowsIsRefused) {
  std::string text(max_packet_bytes, '[');
  EXPECT_FALSE(decode_text(text));
  text = R"({"kind":"bye","body":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
  EXPECT_FALSE(decode_text(text));
}

TEST(Wire, ATruncatedPacketIsRefusedAtEveryLength) {
  for (const Message& message : one_of_each()) {
    const std::vector<std::byte> packet = encode(message);
    for (std::size_t size = 0; size < packet.size(); ++size) {
      EXPECT_FALSE(decode(std::span(packet).first(size))) << text_of(packet) << size;
    }
  }
}

// What a damaged packet still says has exactly one form.
TEST(Wire, ADamagedBitIsRefusedOrMeansOneThing) {
  for (const Message& message : one_of_each()) {
    std::vector<std::byte> packet = encode(message);
    for (std::size_t bit = 0; bit < packet.size() * 8; ++bit) {
      packet[bit / 8] ^= std::byte(1 << bit % 8);
      if (const auto decoded = decode(packet)) {
        const auto again = decode(encode(*decoded));
        ASSERT_TRUE(again);
        EXPECT_EQ(encode(*again), encode(*decoded));
      }
      packet[bit / 8] ^= std::byte(1 << bit % 8);
    }
  }
}

}  // namespace
}  // namespace baton::shm::wire
