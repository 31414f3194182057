// SPDX-License-Identifier: Apache-2.0
#include "shm/ring_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>

#include "base/kill_point.hpp"
#include "shm/sleep_word.hpp"
#include "shm/testing/heap_ring.hpp"

namespace baton::shm {
namespace {

using ::testing::HasSubstr;
using testing::HeapRing;
using testing::HeapRingOptions;
using testing::take_all_values;
using testing::take_value;

constexpr std::size_t large = 64 * 1024;  // carved one by one, so that chunks can be counted

/// A pool of exactly `chunks` large chunks.
HeapRingOptions pool_of(std::size_t chunks, const Retention& retention = {}) {
  return {retention, chunks * large, {.floor_bytes = chunks * large, .messages = 1}};
}

std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = first; value <= last; ++value) values.push_back(value);
  return values;
}

TEST(RingWriter, TheFirstMessageHasSequenceOne) {
  HeapRing ring;
  EXPECT_EQ(ring.writer().head(), 0u);
  EXPECT_EQ(ring.publish(5), 1u);
  EXPECT_EQ(ring.pub().head.load(std::memory_order_relaxed), 1u);
}

TEST(RingWriter, ASkippedSequenceIsLostAndNothingElse) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 10});
  ring.publish(1);
  ring.writer().skip();
  ring.publish(3);
  ring.writer().skip();
  EXPECT_EQ(ring.writer().head(), 4u);
  EXPECT_EQ(take_all_values(*reader), (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(reader->ring.counters().lost, 2u);
  ring.publish(5);
  EXPECT_EQ(take_all_values(*reader), (std::vector<std::uint64_t>{5}));
}

TEST(RingWriter, SkippingGivesUpWhatTheSlotHeld) {
  HeapRing ring(pool_of(4));
  ring.publish(1, large);
  for (std::size_t i = 0; i < ring_slots; ++i) ring.writer().skip();
  ring.publish_some(8, large);
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, WhatIsRetainedIsSeenOldestFirst) {
  for (const bool transient_local : {false, true}) {
    HeapRing ring(HeapRingOptions{.retention = {transient_local, 3}});
    const auto seen = [&] {
      std::vector<std::uint64_t> values;
      ring.writer().for_each_retained(
          [&](std::uint64_t sequence, const std::byte* message, std::int64_t) {
            std::uint64_t value = 0;
            std::memcpy(&value, message, sizeof value);
            EXPECT_EQ(value, sequence);
            values.push_back(value);
          });
      return values;
    };
    EXPECT_TRUE(seen().empty());
    ring.publish_some(2);
    EXPECT_EQ(seen(), transient_local ? range(1, 2) : range(1, 0));
    ring.publish_some(8);
    EXPECT_EQ(seen(), transient_local ? range(8, 10) : range(1, 0));
  }
}

TEST(RingWriter, ADiscardedLoanLeavesNoTrace) {
  HeapRing ring;
  const ChunkIndex chunk = *ring.writer().loan(large);
  ring.writer().discard(chunk);
  EXPECT_EQ(ring.writer().head(), 0u);
  EXPECT_EQ(*ring.writer().loan(large), chunk);
  EXPECT_EQ(ring.writer().pool().carved_chunks(), 1u);
}

TEST(RingWriter, LoansMayBePublishedInAnyOrder) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 4});
  const ChunkIndex a = *ring.writer().loan(8);
  const ChunkIndex b = *ring.writer().loan(8);
  for (const ChunkIndex chunk : {b, a}) {
    const std::uint64_t value = chunk;
    std::memcpy(ring.writer().data(chunk), &value, sizeof value);
    ring.writer().publish(chunk, 8, 0);
  }
  EXPECT_EQ(take_all_values(*reader), (std::vector<std::uint64_t>{b, a}));
}

TEST(RingWriter, WithoutReadersAVolatilePublisherNeedsTwoChunks) {
  HeapRing ring;
  ring.publish_some(1000, large);
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, TheHottestChunkIsReused) {
  HeapRing ring;
  const auto reader = ring.join();
  std::set<ChunkIndex> used;
  for (int i = 0; i < 100; ++i) {
    const ChunkIndex chunk = *ring.writer().loan(large);
    used.insert(chunk);
    ring.writer().publish(chunk, large, 0);
    take_value(*reader);
  }
  EXPECT_LE(used.size(), 2u);
}

TEST(RingWriter, RetainsAsMuchAsTheDeepestReaderMayStillTake) {
  HeapRing ring(pool_of(32));
  const auto shallow = ring.join({.depth = 1});
  const auto deep = ring.join({.depth = 10});
  ring.publish_some(100, large);
  EXPECT_EQ(take_all_values(*shallow), range(100, 100));
  EXPECT_EQ(take_all_values(*deep), range(91, 100));
  EXPECT_LE(ring.writer().pool().carved_chunks(), 12u);
}

TEST(RingWriter, WhatADeepReaderHasTakenIsNotRetainedForIt) {
  HeapRing ring(pool_of(32));
  const auto deep = ring.join({.depth = 10});
  for (int i = 0; i < 100; ++i) {
    ring.publish_some(1, large);
    take_value(*deep);
  }
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, ALeavingReaderHoldsNothingBack) {
  HeapRing ring(pool_of(64));
  const auto deep = ring.join({.depth = 30});
  ring.publish_some(30, large);
  ring.writer().remove_reader(deep->id);
  ring.publish_some(100, large);
  EXPECT_EQ(ring.writer().pool().carved_chunks(), 30u);
  EXPECT_TRUE(ring.writer().readers().empty());
}

// depth + pinned + 2 messages: the bound that users can count on.
TEST(RingWriter, NeverHasMoreChunksThanDepthAndPinsAndTwo) {
  std::mt19937 random(1);
  for (const std::size_t depth : {1, 3, 10}) {
    HeapRing ring({.pool_size_bytes = 64 * large, .limits = {.floor_bytes = 64 * large}});
    const auto reader = ring.join({.depth = depth});
    constexpr std::size_t most_pins = 5;
    std::deque<ChunkIndex> held;
    for (int i = 0; i < 2000; ++i) {
      ring.publish_some(1, large);
      Taken taken;
      if (random() % 3 != 0 && reader->ring.take(taken) == TakeResult::taken) {
        held.push_back(taken.chunk);
      }
      while (held.size() > most_pins || (!held.empty() && random() % 4 == 0)) {
        reader->ring.release(held.front());
        held.pop_front();
      }
    }
    EXPECT_LE(ring.writer().pool().carved_chunks(), depth + most_pins + 2);
  }
}

// ---- transient local -------------------------------------------------------------------------

TEST(RingWriter, ALateJoinerGetsExactlyItsDepth) {
  for (const std::size_t depth : {1, 3, 5, 8}) {
    HeapRing ring(pool_of(32, {.transient_local = true, .depth = 5}));
    ring.publish_some(20, large);
    const auto late = ring.join({.depth = depth, .wants_history = true});
    const std::uint64_t kept = std::min<std::uint64_t>(depth, 5);
    EXPECT_EQ(take_all_values(*late), range(21 - kept, 20));
    EXPECT_EQ(late->ring.counters().skipped + late->ring.counters().lost, 0u);
  }
}

TEST(RingWriter, ALateJoinerGetsAllWhenLessWasPublishedThanItsDepth) {
  HeapRing ring(pool_of(32, {.transient_local = true, .depth = 10}));
  const auto before_all = ring.join({.depth = 10, .wants_history = true});
  EXPECT_EQ(before_all->start, 0u);
  ring.publish_some(3, large);
  const auto late = ring.join({.depth = 10, .wants_history = true});
  EXPECT_EQ(take_all_values(*late), range(1, 3));
}

TEST(RingWriter, WhatADeepReaderStillHoldsBackIsNoHistory) {
  HeapRing ring(pool_of(32, {.transient_local = true, .depth = 2}));
  const auto slow = ring.join({.depth = 10});
  ring.publish_some(10, large);
  const auto late = ring.join({.depth = 10, .wants_history = true});
  EXPECT_EQ(take_all_values(*late), range(9, 10));
}

TEST(RingWriter, AVolatileReaderOfATransientLocalPublisherGetsNothingOld) {
  HeapRing ring(pool_of(32, {.transient_local = true, .depth = 5}));
  ring.publish_some(5, large);
  const auto late = ring.join({.depth = 5});
  EXPECT_FALSE(late->ring.has_data());
}

TEST(RingWriter, AVolatilePublisherHasNoHistoryToGive) {
  HeapRing ring(pool_of(32, {.depth = 5}));
  ring.publish_some(5, large);
  const auto late = ring.join({.depth = 5, .wants_history = true});
  EXPECT_FALSE(late->ring.has_data());
}

TEST(RingWriter, HistoryStaysWhileALateJoinerHasNotYetMappedTheSegment) {
  HeapRing ring(pool_of(32, {.transient_local = true, .depth = 5}));
  ring.publish_some(5, large);
  const auto late = ring.match({.depth = 5, .wants_history = true});
  ring.publish_some(1, large);  // between WELCOME and the first take
  late->ring.begin(late->start);
  EXPECT_EQ(take_all_values(*late), range(2, 6));
  EXPECT_EQ(late->ring.counters().skipped, 1u);
}

TEST(RingWriter, AVolatileJoinerMissesNothingBetweenItsMatchAndItsFirstTake) {
  HeapRing ring(pool_of(32));
  ring.publish_some(7, large);
  const auto reader = ring.match({.depth = 10});
  ring.publish_some(10, large);
  reader->ring.begin(reader->start);
  EXPECT_EQ(take_all_values(*reader), range(8, 17));
}

// ---- the cap ---------------------------------------------------------------------------------

TEST(RingWriter, AtTheCapTheOldestUnreadMessageIsGivenUp) {
  HeapRing ring(pool_of(4));
  const auto deep = ring.join({.depth = 10});
  ring.publish_some(10, large);
  EXPECT_EQ(ring.writer().pool().carved_chunks(), 4u);
  EXPECT_EQ(take_all_values(*deep), range(7, 10));
  EXPECT_EQ(deep->ring.counters().lost, 6u);
  EXPECT_EQ(deep->ring.counters().skipped, 0u);
  EXPECT_EQ(ring.writer().evicted(), 6u);
}

TEST(RingWriter, ALoanThatMayNotEvictFailsAtTheCap) {
  HeapRing ring(pool_of(4));
  const auto deep = ring.join({.depth = 10});
  ring.publish_some(4, large);
  EXPECT_FALSE(ring.writer().loan(large, false));
  EXPECT_EQ(ring.writer().evicted(), 0u);
  EXPECT_EQ(take_all_values(*deep), range(1, 4));
  EXPECT_TRUE(ring.writer().loan(large, false));
}

TEST(RingWriter, WhatAKeepAllReaderHasNotReadIsNeverGivenUp) {
  HeapRing ring(pool_of(4));
  const auto all = ring.join({.keep_all = true, .blocks = true});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(ring.try_publish(i + 1, large));
  EXPECT_FALSE(ring.try_publish(5, large));
  EXPECT_EQ(ring.writer().slowest_blocking_reader()->id, all->id);
  EXPECT_EQ(take_value(*all), 1u);
  ASSERT_TRUE(ring.try_publish(5, large));
  EXPECT_EQ(take_all_values(*all), range(2, 5));
  EXPECT_EQ(all->ring.counters().lost, 0u);
}

TEST(RingWriter, AFailedLoanNamesTheReadersThatPin) {
  HeapRing ring(pool_of(3));
  const auto hoarder = ring.join({.depth = 10});
  Taken taken;
  for (int i = 0; i < 3; ++i) {
    ring.publish_some(1, large);
    ASSERT_EQ(hoarder->ring.take(taken), TakeResult::taken);
  }
  const auto failed = ring.try_publish(4, large);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text, HasSubstr("reader 1: 3"));
  EXPECT_THAT(failed.error().text, HasSubstr("committed 196608 bytes"));
  EXPECT_THAT(failed.error().text, HasSubstr("cap"));
  EXPECT_EQ(ring.writer().pinned_chunks(), 3u);
  hoarder->ring.release(taken.chunk);
  EXPECT_TRUE(ring.try_publish(4, large));
}

TEST(RingWriter, AFullMachineIsTheReasonThatIsGiven) {
  HeapRing ring;
  ring.memory_left_bytes = 0;
  const auto failed = ring.try_publish(1, large);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text, HasSubstr("the machine is full"));
  EXPECT_THAT(failed.error().text, HasSubstr("pinned by no subscription"));
}

TEST(RingWriter, AMessageThatCanNeverFitCostsNoReaderAMessage) {
  HeapRing ring(pool_of(4));
  const auto deep = ring.join({.depth = 4});
  ring.publish_some(4, large);
  EXPECT_FALSE(ring.writer().loan(10 * large));
  EXPECT_FALSE(ring.writer().loan(SIZE_MAX));
  EXPECT_FALSE(ring.writer().loan(3 * large)) << "no chunk of this size can become free";
  EXPECT_EQ(ring.writer().evicted(), 0u);
  EXPECT_EQ(take_all_values(*deep), range(1, 4));
}

// ---- death -----------------------------------------------------------------------------------

TEST(RingWriter, WhatADeadReaderPinnedIsFreed) {
  HeapRing ring(pool_of(3));
  const auto victim = ring.join({.depth = 10});
  Taken taken;
  for (int i = 0; i < 3; ++i) {
    ring.publish_some(1, large);
    ASSERT_EQ(victim->ring.take(taken), TakeResult::taken);
  }
  ASSERT_FALSE(ring.try_publish(4, large));
  *victim->alive = false;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(ring.try_publish(4, large));
  EXPECT_EQ(ring.writer().pinned_chunks(), 0u);
}

TEST(RingWriter, ADeadReaderIsFoundBeforeMoreMemoryIsTaken) {
  HeapRing ring(pool_of(8));
  const auto victim = ring.join();
  Taken taken;
  ring.publish_some(1, large);
  ASSERT_EQ(victim->ring.take(taken), TakeResult::taken);
  *victim->alive = false;
  ring.publish_some(100, large);
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, ADeadKeepAllReaderDoesNotHoldThePublisherBack) {
  HeapRing ring(pool_of(4));
  const auto victim = ring.join({.keep_all = true, .blocks = true});
  ring.publish_some(4, large);
  ASSERT_FALSE(ring.try_publish(5, large));
  *victim->alive = false;
  EXPECT_TRUE(ring.try_publish(5, large));
  EXPECT_EQ(ring.writer().slowest_blocking_reader(), nullptr);
  EXPECT_EQ(ring.writer().overrun_reader(), nullptr);
}

TEST(RingWriter, TheDeathOfOneReaderCostsTheOthersNothing) {
  HeapRing ring(pool_of(8));
  const auto victim = ring.join({.depth = 6});
  const auto survivor = ring.join({.depth = 6});
  ring.publish_some(6, large);
  Taken held;
  ASSERT_EQ(survivor->ring.take(held), TakeResult::taken);
  *victim->alive = false;
  ring.publish_some(2, large);
  EXPECT_TRUE(ring.writer().readers()[0].dead);
  EXPECT_FALSE(ring.writer().drop_dead_readers()) << "no other reader has died";
  ring.publish_some(1, large);
  EXPECT_EQ(testing::value_of(held), 1u) << "a pinned chunk was reused";
  EXPECT_EQ(take_all_values(*survivor), range(4, 9));
}

// The record of a process that died between its pin and its second look at the slot.
TEST(RingWriter, APinWithoutASampleHoldsTheChunkUntilItsOwnerIsKnownToBeDead) {
  HeapRing ring(pool_of(2));
  const auto victim = ring.match({});
  ring.publish_some(1, large);
  const std::uint64_t word = ring.slot(1).word.load(std::memory_order_relaxed);
  victim->record.pins[0].store(std::uint64_t{1} << slot_chunk(word), std::memory_order_relaxed);
  ring.publish_some(20, large);
  EXPECT_EQ(ring.writer().pinned_chunks(), 1u);
  EXPECT_EQ(ring.writer().pool().retired(), std::vector<ChunkIndex>{slot_chunk(word)});
  *victim->alive = false;
  ring.publish_some(2, large);
  EXPECT_EQ(ring.writer().pinned_chunks(), 0u);
  EXPECT_TRUE(ring.writer().pool().retired().empty());
}

// ---- keep-all --------------------------------------------------------------------------------

TEST(RingWriter, AnOverrunIsReportedBeforeTheBlockingReaderLosesAnything) {
  HeapRing ring;
  const auto all = ring.join({.keep_all = true, .blocks = true});
  for (std::size_t i = 0; i < max_depth; ++i) {
    ASSERT_EQ(ring.writer().overrun_reader(), nullptr) << i;
    ring.publish_some(1);
  }
  ASSERT_NE(ring.writer().overrun_reader(), nullptr);
  EXPECT_EQ(ring.writer().overrun_reader()->name, "reader 1");
  take_value(*all);
  EXPECT_EQ(ring.writer().overrun_reader(), nullptr);
  EXPECT_EQ(take_all_values(*all), range(2, max_depth));
  EXPECT_EQ(all->ring.counters().received, max_depth);
}

TEST(RingWriter, AReaderThatDoesNotBlockIsOverrunAndTold) {
  HeapRing ring;
  const auto reader = ring.join({.keep_all = true});
  ring.publish_some(max_depth + 10);
  EXPECT_EQ(ring.writer().overrun_reader(), nullptr);
  EXPECT_EQ(take_all_values(*reader), range(11, max_depth + 10));
  EXPECT_EQ(reader->ring.counters().lost, 10u);
}

TEST(RingWriter, TheSlowestBlockingReaderIsTheOneThatIsNamed) {
  HeapRing ring;
  const auto fast = ring.join({.keep_all = true, .blocks = true});
  const auto slow = ring.join({.keep_all = true, .blocks = true});
  EXPECT_EQ(ring.writer().slowest_blocking_reader(), nullptr) << "no reader is behind";
  ring.publish_some(10);
  take_value(*fast);
  EXPECT_EQ(ring.writer().slowest_blocking_reader()->id, slow->id);
}

// ---- the whole ring --------------------------------------------------------------------------

TEST(RingWriter, GoesRoundTheRingWithAPinnedMessageInIt) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 3});
  ring.publish(77);
  Taken held;
  ASSERT_EQ(reader->ring.take(held), TakeResult::taken);
  ring.publish_some(3 * ring_slots);
  EXPECT_EQ(testing::value_of(held), 77u);
  EXPECT_EQ(take_all_values(*reader), range(3 * ring_slots - 1, 3 * ring_slots + 1));
}

TEST(RingWriter, AnOverwrittenSlotFreesItsChunk) {
  // Enough chunks for the whole ring, so that nothing is reclaimed before slots are overwritten.
  HeapRing ring({.pool_size_bytes = max_chunks * 64, .limits = {.floor_bytes = max_chunks * 64}});
  const auto reader = ring.join({.depth = max_depth});
  ring.publish_some(4 * ring_slots);
  EXPECT_EQ(take_all_values(*reader).size(), max_depth);
  EXPECT_LE(ring.writer().pool().carved_chunks(), max_chunks);
}

class StartSequence : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(StartSequence, NoCounterNoticesItsWrap) {
  HeapRing ring({.retention = {.transient_local = true, .depth = 7},
                 .pool_size_bytes = 1 << 20,
                 .first_sequence = GetParam()});
  const auto reader = ring.join({.depth = 20});
  const std::uint64_t first = ring.writer().head() + 1;
  std::uint64_t received = 0;
  for (int i = 0; i < 3000; ++i) {
    ring.publish_some(static_cast<std::size_t>(i % 30));
    for (const std::uint64_t value : take_all_values(*reader)) {
      EXPECT_GT(value, first + received - 1);
      ++received;
    }
  }
  const ReaderCounters& counters = reader->ring.counters();
  EXPECT_EQ(counters.received + counters.skipped + counters.lost, ring.writer().head() + 1 - first);
  EXPECT_EQ(counters.lost, 0u);
  const auto late = ring.join({.depth = 100, .wants_history = true});
  EXPECT_EQ(take_all_values(*late), range(ring.writer().head() - 6, ring.writer().head()));
}

INSTANTIATE_TEST_SUITE_P(RingWriter, StartSequence,
                         ::testing::Values(1, 4095, (std::uint64_t{1} << 16) - 5,
                                           (std::uint64_t{1} << 32) - 10'000,
                                           (std::uint64_t{1} << 48) - 10'000,
                                           (std::uint64_t{1} << 48) + 1));

// ---- waking ----------------------------------------------------------------------------------

class RingWriterWakes : public ::testing::Test {
 protected:
  void attach(std::uint32_t executor) {
    reader_->record.executor.store(executor, std::memory_order_relaxed);
  }

  HeapRing ring_;
  std::unique_ptr<testing::HeapReader> reader_ = ring_.join();
  SleepWord sleep_{ring_.rec().executor[2]};
  int rings_ = 0;
  bool installed_ = ring_.bells().install(2, [this] {
    ++rings_;
    return true;
  });
};

TEST_F(RingWriterWakes, ASleeperIsWokenOnce) {
  attach(2);
  rings_ = 0;
  EXPECT_TRUE(sleep_.arm_unless([this] { return reader_->ring.has_data(); }));
  ring_.publish_some(3);
  EXPECT_EQ(rings_, 1);
  EXPECT_EQ(ring_.writer().wakes(), 1u);
}

TEST_F(RingWriterWakes, NoAwakeExecutorIsRung) {
  attach(2);
  rings_ = 0;
  ring_.publish_some(3);
  EXPECT_EQ(rings_, 0);
}

TEST_F(RingWriterWakes, APolledSubscriptionIsNotWoken) {
  rings_ = 0;
  EXPECT_TRUE(sleep_.arm_unless([] { return false; }));
  ring_.publish_some(3);
  EXPECT_EQ(rings_, 0);
}

TEST_F(RingWriterWakes, ASleeperWithUnreadMessagesIsWokenAgainWhenAsked) {
  attach(2);
  rings_ = 0;
  EXPECT_EQ(ring_.writer().wake_those_behind(), 0u) << "awake";
  EXPECT_TRUE(sleep_.arm_unless([this] { return reader_->ring.has_data(); }));
  EXPECT_EQ(ring_.writer().wake_those_behind(), 0u) << "nothing is unread";
  ring_.publish_some(3);
  EXPECT_EQ(rings_, 1);
  EXPECT_EQ(ring_.writer().wake_those_behind(), 1u);
  EXPECT_EQ(ring_.writer().wake_those_behind(), 1u);
  EXPECT_EQ(rings_, 3);
  while (take_value(*reader_)) {
  }
  EXPECT_EQ(ring_.writer().wake_those_behind(), 0u);
  EXPECT_EQ(rings_, 3);
}

TEST_F(RingWriterWakes, WhatIsUsedUpIsReclaimedBehindAPublicationThatWakesNoReader) {
  const auto is_linked = [&](std::uint64_t sequence) {
    return ring_.pub().slot[sequence].word.load(std::memory_order_relaxed) != empty_slot;
  };
  const auto publish_while_the_last_is_taken = [&] {
    const ChunkIndex chunk = *ring_.writer().loan(large);
    EXPECT_TRUE(take_value(*reader_));
    ring_.writer().publish(chunk, large, 0);
    ring_.writer().reclaim_ahead(chunk);
  };
  ring_.publish(1, large);
  publish_while_the_last_is_taken();
  EXPECT_FALSE(is_linked(1));
  EXPECT_TRUE(is_linked(2));
  attach(2);
  publish_while_the_last_is_taken();
  EXPECT_TRUE(is_linked(2));
}

TEST_F(RingWriterWakes, AnExecutorThatCannotBeIsIgnored) {
  EXPECT_TRUE(sleep_.arm_unless([] { return false; }));
  for (const std::uint32_t executor : {3u, 64u, 0x7fffffffu}) {
    attach(executor);
    ring_.publish_some(1);
  }
  EXPECT_EQ(ring_.writer().wakes(), 0u);
}

// ---- a hostile record ------------------------------------------------------------------------

TEST(RingWriter, ACursorAheadOfTheHeadCountsAsTheHead) {
  HeapRing ring(pool_of(8));
  const auto liar = ring.join({.keep_all = true, .blocks = true});
  liar->record.cursor.store(UINT64_MAX - 1, std::memory_order_relaxed);
  ring.publish_some(100, large);
  EXPECT_EQ(ring.writer().slowest_blocking_reader(), nullptr);
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, ACursorThatGoesBackGetsNoMoreThanItsDepth) {
  HeapRing ring(pool_of(16));
  const auto liar = ring.join({.depth = 3});
  for (int i = 0; i < 100; ++i) {
    liar->record.cursor.store(0, std::memory_order_relaxed);
    ring.publish_some(1, large);
  }
  EXPECT_LE(ring.writer().pool().carved_chunks(), 5u);
}

TEST(RingWriter, PinsOfChunksThatAreNotThereHoldNothing) {
  HeapRing ring(pool_of(4));
  const auto liar = ring.join();
  for (auto& word : liar->record.pins) word.store(UINT64_MAX << 4, std::memory_order_relaxed);
  ring.publish_some(100, large);
  EXPECT_LE(ring.writer().pool().carved_chunks(), 2u);
}

TEST(RingWriter, AReaderWhosePinsDoNotCountCannotStarveOthers) {
  HeapRing ring(pool_of(2));
  const auto stranger = ring.join({.may_pin = false});
  for (auto& word : stranger->record.pins) word.store(UINT64_MAX, std::memory_order_relaxed);
  ring.publish_some(100, large);
  EXPECT_EQ(ring.writer().evicted(), 0u);
}

// ---- a publisher that died between two instructions ------------------------------------------

TEST(RingWriter, AMessageWhoseSlotIsWrittenButNotTheHeadIsTakenOrMissedButNeverHalf) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 5});
  ring.publish_some(2);
  const ChunkIndex chunk = *ring.writer().loan(8);
  const std::uint64_t value = 3;
  std::memcpy(ring.writer().data(chunk), &value, sizeof value);
  const auto offset = static_cast<std::uint64_t>(ring.writer().data(chunk) -
                                                 reinterpret_cast<std::byte*>(&ring.pub()));
  ring.slot(3).offset_bytes.store(offset, std::memory_order_relaxed);
  ring.slot(3).size_bytes.store(8, std::memory_order_relaxed);
  EXPECT_EQ(take_value(*reader), 1u);  // died before the slot's word
  EXPECT_EQ(reader->ring.counters().lost, 0u);
  ring.slot(3).word.store(make_slot_word(3, chunk), std::memory_order_relaxed);
  EXPECT_EQ(take_all_values(*reader), range(2, 3));
  EXPECT_FALSE(reader->ring.has_data());
}

TEST(RingWriter, AnEmptiedSlotBelowTheHeadIsAMessageLost) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 5});
  ring.publish_some(3);
  ring.slot(1).word.store(empty_slot, std::memory_order_relaxed);  // died while it reclaimed
  EXPECT_EQ(take_all_values(*reader), range(2, 3));
  EXPECT_EQ(reader->ring.counters().lost, 1u);
}

#if BATON_KILL_POINTS
// Whatever a reader sees at any kill point of publish() and reclaim() is consistent.
TEST(RingWriter, AReaderThatLooksBetweenAnyTwoStepsSeesTheOldStateOrTheNew) {
  HeapRing ring(pool_of(4));
  const auto reader = ring.join({.depth = 2});
  std::uint64_t last = 0;
  bool looking = false;
  std::uint64_t looks = 0;
  base::set_kill_point_hook([&](const char*) {
    if (looking) return;
    looking = true;
    ++looks;
    if (const auto value = take_value(*reader)) {
      EXPECT_GT(*value, last);
      last = *value;
    }
    looking = false;
  });
  ring.publish_some(500, large);
  base::set_kill_point_hook({});
  for (const std::uint64_t value : take_all_values(*reader)) last = value;
  EXPECT_EQ(last, 500u);
  EXPECT_GT(looks, 1000u);
  const ReaderCounters& counters = reader->ring.counters();
  EXPECT_EQ(counters.received + counters.skipped + counters.lost, 500u);
}
#endif

}  // namespace
}  // namespace baton::shm
