// SPDX-License-Identifier: Apache-2.0
#include "dds/service_exchange.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "dds/held_responses.hpp"

namespace baton::dds {
namespace {

using Bytes = std::vector<std::byte>;

Guid guid(std::uint8_t first, std::uint8_t last = 0x03) {
  return {first, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 1, last};
}

TEST(ServiceExchange, AnAnswerLeadsToItsRequestOnce) {
  ServiceExchange exchange;
  exchange.set_request_writer(guid(1));
  exchange.set_reply_reader(guid(2, 0x04));
  exchange.expect(7, {guid(9), 70});
  exchange.expect(8, {guid(9), 80});
  EXPECT_EQ(exchange.answered({guid(2, 0x04), 8}), (RequestIdentity{guid(9), 80}));
  EXPECT_FALSE(exchange.answered({guid(2, 0x04), 8}));
  EXPECT_EQ(exchange.answered({guid(1), 7}), (RequestIdentity{guid(9), 70}));
}

TEST(ServiceExchange, AnAnswerToAnotherClientIsNone) {
  ServiceExchange exchange;
  exchange.set_request_writer(guid(1));
  exchange.set_reply_reader(guid(2));
  exchange.expect(7, {guid(9), 70});
  EXPECT_FALSE(exchange.answered({guid(3), 7}));
  EXPECT_FALSE(exchange.answered({guid(2), 6}));
  exchange.forget(7);
  EXPECT_FALSE(exchange.answered({guid(2), 7}));
}

TEST(ServiceExchange, OfTooManyRequestsTheOldestAreForgotten) {
  ServiceExchange exchange;
  exchange.set_reply_reader(guid(2));
  for (std::uint64_t i = 1; i <= ServiceExchange::most_requests + 1; ++i) {
    exchange.expect(i, {guid(9), static_cast<std::int64_t>(i)});
  }
  EXPECT_FALSE(exchange.answered({guid(2), 1}));
  EXPECT_TRUE(exchange.answered({guid(2), 2}));
  EXPECT_TRUE(exchange.answered({guid(2), ServiceExchange::most_requests + 1}));
}

TEST(ServiceExchange, AServerKnowsTheClientsThatHaveAskedUntilTheyLeave) {
  ServiceExchange exchange;
  SampleFacts request;
  request.writer = guid(1);
  request.sequence = 5;
  EXPECT_EQ(exchange.asked(request), (RequestIdentity{guid(1), 5}));
  request.related = SampleIdentity{guid(2, 0x04), 0};
  EXPECT_EQ(exchange.asked(request), (RequestIdentity{guid(2, 0x04), 5}));
  EXPECT_TRUE(exchange.has_asked(guid(2, 0x04)));
  EXPECT_FALSE(exchange.has_asked(guid(1)));  // a client has one reader of answers
  exchange.forget_client(guid(1));
  EXPECT_FALSE(exchange.has_asked(guid(2, 0x04)));
}

TEST(HeldResponses, WaitForTheirReaderAndNotForEver) {
  HeldResponses held;
  ASSERT_TRUE(held.hold({{guid(1, 0x04), 1}, Bytes(3), 100}));
  ASSERT_TRUE(held.hold({{guid(2, 0x04), 1}, Bytes(4), 100}));
  ASSERT_TRUE(held.hold({{guid(1, 0x04), 2}, Bytes(5), 200}));
  EXPECT_TRUE(held.has_any_for(guid(1, 0x04)));
  EXPECT_FALSE(held.has_any_for(guid(3, 0x04)));
  EXPECT_EQ(held.drop_late(99), 0u);
  const auto taken = held.take(guid(1, 0x04));
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[1].request.sequence, 2u);
  EXPECT_EQ(held.drop_late(1000), 1u);
  EXPECT_FALSE(held.has_any_for(guid(2, 0x04)));
}

TEST(HeldResponses, OfAClientThatNamesNoReaderAreForAnyOfItsParticipant) {
  const Guid writer = guid(1);
  Guid reader = guid(1, 0x04);
  reader[14] = 9;
  HeldResponses held;
  ASSERT_TRUE(held.hold({{writer, 1}, Bytes(3), 100}));
  EXPECT_FALSE(held.has_any_for(guid(2, 0x04)));
  EXPECT_TRUE(held.has_any_for(reader));
  EXPECT_EQ(held.take(reader).size(), 1u);
}

TEST(HeldResponses, AreBoundedInNumberAndBytes) {
  HeldResponses many;
  for (std::size_t i = 0; i < HeldResponses::most; ++i) {
    ASSERT_TRUE(many.hold({{guid(1, 0x04), i}, {}, 100}));
  }
  EXPECT_FALSE(many.hold({{guid(1, 0x04), 1}, {}, 100}));
  EXPECT_EQ(many.drop_late(100), HeldResponses::most);
  EXPECT_TRUE(many.hold({{guid(1, 0x04), 1}, {}, 100}));

  HeldResponses large;
  ASSERT_TRUE(large.hold({{guid(1, 0x04), 1}, Bytes(HeldResponses::most_bytes), 100}));
  EXPECT_FALSE(large.hold({{guid(1, 0x04), 2}, Bytes(1), 100}));
  EXPECT_EQ(large.take(guid(1, 0x04)).size(), 1u);
  EXPECT_TRUE(large.hold({{guid(1, 0x04), 2}, Bytes(1), 100}));
}

}  // namespace
}  // namespace baton::dds
