// SPDX-License-Identifier: Apache-2.0
#include "subscriber.hpp"

#include <gmock/gmock.h>

#include <memory>

#include "clock.hpp"
#include "publisher.hpp"

namespace perf {
namespace {

// A communicator that hands every message straight to a handler.
class Loop final : public Publication {
 public:
  Loop(const MessageType& type, MessageHandler& handler)
      : message_(type.size_bytes), frame_(type.frame_in(message_.data())), handler_(handler) {}
  std::optional<Frame> acquire() override {
    return dry ? std::nullopt : std::optional<Frame>(frame_);
  }
  bool publish() override {
    ReceivedFrame received = frame_;
    if (damage) frame_.payload[frame_.payload_size_bytes - 1] ^= std::byte{1};
    if (shorten) received.payload_size_bytes -= 1;
    if (!drop) handler_.on_message(received, now_ns());
    return true;
  }
  std::vector<MatchedPeer> matches() const override { return {}; }
  EndpointCounters counters() const override { return {0, 0, "the well is dry"}; }

  bool drop = false;
  bool dry = false;
  bool damage = false;
  bool shorten = false;

 private:
  std::vector<std::byte> message_;
  Frame frame_;
  MessageHandler& handler_;
};

class Measurement : public testing::TestWithParam<const char*> {
 protected:
  Measurement() : scores(Scoreboard::create(2)) {
    options.message = GetParam();
    options.fill = Fill::full;
    options.warm_up = 3;
    options.expected_publishers = options.expected_subscribers = 1;
    subscriber = std::make_unique<Subscriber>(options, scores[1]);
    loop = std::make_unique<Loop>(options.message_type(), *subscriber);
    publisher = std::make_unique<Publisher>(options, 0, *loop, scores[0]);
    for (uint64_t i = 0; i < options.warm_up; ++i) publisher->publish_next(now_ns());
    publisher->start_measuring();
  }
  void publish(int count) {
    for (int i = 0; i < count; ++i) publisher->publish_next(now_ns());
  }

  Options options;
  Scoreboard scores;
  std::unique_ptr<Subscriber> subscriber;
  std::unique_ptr<Loop> loop;
  std::unique_ptr<Publisher> publisher;
};

}  // namespace

TEST_P(Measurement, TheWarmUpDoesNotCount) {
  publish(5);
  EXPECT_EQ(scores[0].sent.value(), 5u);
  EXPECT_EQ(scores[1].received.value(), 5u);
  EXPECT_EQ(scores[1].progress.value(), 5u);
  EXPECT_EQ(scores[1].lost.value(), 0u);
  EXPECT_EQ(scores[1].corrupt.value(), 0u);
  EXPECT_EQ(scores[1].latency.snapshot().count(), 5u);
  EXPECT_EQ(scores[0].publish.snapshot().count(), 5u);
  EXPECT_EQ(scores[0].loan.snapshot().count(), 5u);
}

TEST_P(Measurement, ADroppedMessageIsLost) {
  publish(2);
  loop->drop = true;
  publish(4);
  loop->drop = false;
  publish(1);
  EXPECT_EQ(scores[1].lost.value(), 4u);
  EXPECT_EQ(scores[1].received.value(), 3u);
}

TEST_P(Measurement, TheFirstMessagesOfTheRunCanBeLostToo) {
  loop->drop = true;
  publish(2);
  loop->drop = false;
  publish(1);
  EXPECT_EQ(scores[1].lost.value(), 2u);
}

TEST_P(Measurement, APublisherOfAnotherCommandIsCountedByItself) {
  Publisher other(options, 7, *loop, scores[0]);
  for (uint64_t i = 0; i < options.warm_up + 2; ++i) other.publish_next(now_ns());
  publish(1);
  EXPECT_EQ(scores[1].received.value(), 3u);
  EXPECT_EQ(scores[1].lost.value(), 0u);
  if (options.message_type().publisher_bits == 6) return;  // has no number for one more
  Publisher one_too_many(options, 64, *loop, scores[0]);
  one_too_many.publish_next(now_ns());
  EXPECT_EQ(scores[1].corrupt.value(), 1u);
}

TEST_P(Measurement, ADamagedMessageIsCorrupt) {
  loop->damage = true;
  publish(1);
  EXPECT_EQ(scores[1].corrupt.value(), 1u);
}

TEST_P(Measurement, AMessageOfAnotherLengthIsCorruptAndNotReadFurther) {
  loop->shorten = true;
  publish(1);
  EXPECT_EQ(scores[1].corrupt.value(), 1u);
  EXPECT_EQ(scores[1].received.value(), 0u);
}

TEST_P(Measurement, WithoutAFreeChunkNothingIsSentAndItIsCounted) {
  loop->dry = true;
  publish(2);
  loop->dry = false;
  publish(1);
  EXPECT_EQ(scores[0].no_loan.value(), 2u);
  EXPECT_EQ(scores[0].sent.value(), 1u);
  EXPECT_EQ(scores[1].lost.value(), 0u);
}

TEST_P(Measurement, ARunWhoseFirstMessageIsRefusedEndsWithTheReason) {
  loop->dry = true;
  Publisher new_publisher(options, 0, *loop, scores[0]);
  EXPECT_THAT([&] { new_publisher.publish_next(now_ns()); },
              testing::ThrowsMessage<RunError>(testing::AllOf(
                  testing::HasSubstr("the first message"), testing::HasSubstr("the well is dry"),
                  testing::HasSubstr("choose a smaller"))));
}

TEST_P(Measurement, WithoutNumbersMessagesAreOnlyCounted) {
  options.fill = Fill::none;
  Subscriber counting(options, scores[1]);
  Loop silent(options.message_type(), counting);
  Publisher silent_publisher(options, 0, silent, scores[0]);
  for (int i = 0; i < 7; ++i) silent_publisher.publish_next(now_ns());
  EXPECT_EQ(scores[1].received.value(), 4u);
  EXPECT_EQ(scores[1].latency.snapshot().count(), 0u);
}

TEST_P(Measurement, WithOneInFlightTheTimeUntilTheLastReceiptIsMeasured) {
  options.subscribers = 1;
  AllReceived all{};
  Subscriber noting(options, scores[1], &all);
  Loop way(options.message_type(), noting);
  Publisher waiting(options, 0, way, scores[0], &all);
  for (uint64_t i = 0; i < options.warm_up; ++i) waiting.publish_next(now_ns());
  EXPECT_EQ(scores[0].all_received.snapshot().count(), 0u);
  waiting.start_measuring();
  const int64_t wake_ns = now_ns() - 1'000'000;
  waiting.publish_next(wake_ns);
  const Histogram times = scores[0].all_received.snapshot();
  EXPECT_EQ(times.count(), 1u);
  EXPECT_GE(times.min_ns(), 1'000'000);  // since the turn began
}

INSTANTIATE_TEST_SUITE_P(IdsOfAllKinds, Measurement,
                         testing::Values("Array4k", "SampleMessage", "NavSatFix",
                                         "BoundedSequence4k", "PolygonStamped", "Image"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace perf
