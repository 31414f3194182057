// SPDX-License-Identifier: Apache-2.0
#include "shm/ring_reader.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <functional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "base/kill_point.hpp"
#include "shm/testing/heap_ring.hpp"

namespace baton::shm {
namespace {

using testing::HeapReader;
using testing::HeapRing;
using testing::ReaderOptions;
using testing::take_all_values;
using testing::take_value;
using testing::value_of;

constexpr std::size_t large = 64 * 1024;

std::uint64_t pins_of(const HeapReader& reader) {
  std::uint64_t count = 0;
  for (const auto& word : reader.record.pins) {
    count += static_cast<std::uint64_t>(std::popcount(word.load(std::memory_order_relaxed)));
  }
  return count;
}

TEST(RingReader, TakesEachMessageOnceAndInOrder) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 10});
  EXPECT_FALSE(reader->ring.has_data());
  ring.publish_some(5);
  EXPECT_TRUE(reader->ring.has_data());
  EXPECT_EQ(take_all_values(*reader), (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  EXPECT_FALSE(reader->ring.has_data());
}

TEST(RingReader, ASampleSaysWhatWasPublished) {
  HeapRing ring;
  const auto reader = ring.join();
  const ChunkIndex chunk = *ring.writer().loan(5000);
  ring.writer().publish(chunk, 4999, -7);
  Taken taken;
  ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_EQ(taken.data, ring.writer().data(chunk));
  EXPECT_EQ(taken.size_bytes, 4999u);
  EXPECT_EQ(taken.sequence, 1u);
  EXPECT_EQ(taken.source_timestamp_ns, -7);
  EXPECT_EQ(taken.chunk, chunk);
  EXPECT_EQ(taken.copy, nullptr);
}

TEST(RingReader, AMessageOfNoBytesIsAMessage) {
  HeapRing ring;
  const auto reader = ring.join();
  ring.writer().publish(*ring.writer().loan(0), 0, 0);
  Taken taken;
  ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_EQ(taken.size_bytes, 0u);
}

TEST(RingReader, ASlowReaderLosesTheOldestAndNotTheNewest) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 3});
  ring.publish_some(10);
  EXPECT_EQ(take_all_values(*reader), (std::vector<std::uint64_t>{8, 9, 10}));
  EXPECT_EQ(reader->ring.counters().skipped, 7u);
  EXPECT_EQ(reader->ring.counters().lost, 0u);
}

TEST(RingReader, ADepthOfZeroIsOne) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 0});
  ring.publish_some(1);
  EXPECT_EQ(take_value(*reader), 1u);
}

TEST(RingReader, ADepthBeyondHalfTheRingIsServedAsHalfTheRing) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 1'000'000});
  ring.publish_some(ring_slots);
  EXPECT_EQ(take_all_values(*reader).size(), max_depth);
}

// ---- pins ------------------------------------------------------------------------------------

TEST(RingReader, HoldsAPinFromTakeToRelease) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 3});
  ring.publish_some(3);
  Taken a, b;
  ASSERT_EQ(reader->ring.take(a), TakeResult::taken);
  ASSERT_EQ(reader->ring.take(b), TakeResult::taken);
  EXPECT_EQ(pins_of(*reader), 2u);
  EXPECT_EQ(reader->ring.pinned(), 2u);
  reader->ring.release(a.chunk);
  EXPECT_EQ(pins_of(*reader), 1u);
  reader->ring.release(b.chunk);
  EXPECT_EQ(pins_of(*reader), 0u);
  EXPECT_EQ(reader->ring.pinned(), 0u);
}

TEST(RingReader, AStoppedOneKeepsItsPinsAndHoldsNoPublisherBack) {
  HeapRing ring;
  const auto reader = ring.join({.keep_all = true, .blocks = true});
  ring.publish_some(2);
  Taken taken;
  ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_NE(ring.writer().slowest_blocking_reader(), nullptr);
  reader->ring.stop();
  EXPECT_FALSE(reader->ring.close());
  EXPECT_EQ(ring.writer().slowest_blocking_reader(), nullptr);
  ring.publish_some(2 * ring_slots);
  EXPECT_EQ(ring.writer().overrun_reader(), nullptr);
  EXPECT_EQ(value_of(taken), 1u);
  EXPECT_EQ(pins_of(*reader), 1u);
  EXPECT_TRUE(reader->ring.release(taken.chunk));
}

TEST(RingReader, AHeldSampleDoesNotChangeWhateverIsPublished) {
  HeapRing ring({.pool_size_bytes = 8 * large});
  const auto reader = ring.join({.depth = 2});
  std::vector<Taken> held;
  for (int i = 0; i < 4; ++i) {
    ring.publish_some(5, large);
    ASSERT_EQ(reader->ring.take(held.emplace_back()), TakeResult::taken);
  }
  ring.publish_some(500, large);
  for (const Taken& taken : held) EXPECT_EQ(value_of(taken), taken.sequence);
}

TEST(RingReader, SamplesAreReleasedInAnyOrderAndFromAnyThread) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 100});
  ring.publish_some(64);
  std::vector<ChunkIndex> chunks;
  Taken taken;
  while (reader->ring.take(taken) == TakeResult::taken) chunks.push_back(taken.chunk);
  std::shuffle(chunks.begin(), chunks.end(), std::mt19937(1));
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < 4; ++part) {
    threads.emplace_back([&, part] {
      for (std::size_t i = part; i < chunks.size(); i += 4) reader->ring.release(chunks[i]);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(pins_of(*reader), 0u);
  EXPECT_EQ(reader->ring.pinned(), 0u);
}

TEST(RingReader, AboveItsQuotaItGetsCopiesAndPinsNothingMore) {
  HeapRing ring;
  const auto reader = ring.join({.depth = 10, .pin_quota = 2});
  ring.publish_some(5);
  std::vector<Taken> held(5);
  for (Taken& taken : held) ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_EQ(pins_of(*reader), 2u);
  EXPECT_EQ(reader->ring.counters().copied, 3u);
  EXPECT_EQ(reader->ring.counters().received, 5u);
  EXPECT_EQ(held[1].copy, nullptr);
  EXPECT_NE(held[2].copy, nullptr);
  ring.publish_some(100);
  for (const Taken& taken : held) EXPECT_EQ(value_of(taken), taken.sequence);

  reader->ring.release(held[0].chunk);
  Taken taken;
  ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_EQ(taken.copy, nullptr) << "below its quota again";
}

TEST(RingReader, WhatIsHeldElsewhereCountsAgainstItsQuota) {
  HeapRing ring;
  std::size_t held_elsewhere = 3;
  const auto reader = ring.join({.depth = 10, .pin_quota = 4});
  reader->ring.share_quota([&] { return held_elsewhere; });
  ring.publish_some(5);
  std::vector<Taken> held(5);
  const auto take = [&](std::size_t at) {
    EXPECT_EQ(reader->ring.take(held[at]), TakeResult::taken) << at;
    return held[at].copy == nullptr;
  };
  EXPECT_TRUE(take(0));
  EXPECT_FALSE(take(1));
  held_elsewhere = 1;
  EXPECT_TRUE(take(2));
  EXPECT_TRUE(take(3));
  EXPECT_FALSE(take(4));
  EXPECT_EQ(pins_of(*reader), 3u);
}

TEST(RingReader, AReaderThatMayNotPinCopiesAndLeavesNoTrace) {
  HeapRing ring({.pool_size_bytes = 4 * large});
  const auto reader = ring.join({.depth = 2, .may_pin = false});
  ring.publish_some(2, large);
  Taken a, b;
  ASSERT_EQ(reader->ring.take(a), TakeResult::taken);
  ASSERT_EQ(reader->ring.take(b), TakeResult::taken);
  EXPECT_EQ(pins_of(*reader), 0u);
  EXPECT_EQ(reader->ring.counters().copied, 2u);
  ring.publish_some(100, large);
  EXPECT_EQ(value_of(a), 1u);
  EXPECT_EQ(value_of(b), 2u);
}

// ---- accounting ------------------------------------------------------------------------------

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Limits the address space to what is used now, plus a little.
class AddressSpaceIsUsedUp {
 public:
  AddressSpaceIsUsedUp() {
    getrlimit(RLIMIT_AS, &before_);
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0;
    statm >> pages;
    const rlimit now{pages * 4096 + (1 << 20), before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_AS, &now), 0);
  }
  ~AddressSpaceIsUsedUp() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST(RingReader, WithoutMemoryForTheCopyAMessageIsLostAndTheNextIsTaken) {
  constexpr std::size_t huge = 65 << 20;  // more than an arena of malloc may have kept
  HeapRing ring({.pool_size_bytes = huge + (1 << 20)});
  for (const bool may_pin : {true, false}) {
    const auto reader = ring.join({.depth = 10, .may_pin = may_pin, .pin_quota = 0});
    ring.publish(1, huge);
    ring.publish(2);
    Taken taken;
    {
      const AddressSpaceIsUsedUp limit;
      ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
    }
    EXPECT_EQ(value_of(taken), 2u);
    EXPECT_EQ(taken.missed, 1u);
    EXPECT_EQ(reader->ring.counters().lost, 1u);
    EXPECT_EQ(reader->ring.counters().received, 1u);
    EXPECT_EQ(pins_of(*reader), 0u);
    ring.writer().remove_reader(reader->id);
  }
}
#endif

TEST(RingReader, EveryMessageIsReceivedOrSkippedOrLostAndCountedOnce) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    HeapRing ring(
        {.pool_size_bytes = 12 * large, .limits = {.floor_bytes = 12 * large, .messages = 1}});
    std::vector<std::unique_ptr<HeapReader>> readers;
    for (const ReaderOptions& options :
         {ReaderOptions{.depth = 1}, ReaderOptions{.depth = 5}, ReaderOptions{.depth = 100},
          ReaderOptions{.keep_all = true}, ReaderOptions{.depth = 4, .may_pin = false},
          ReaderOptions{.depth = 50, .pin_quota = 1}}) {
      readers.push_back(ring.join(options));
    }
    std::vector<std::vector<ChunkIndex>> held(readers.size());
    for (int i = 0; i < 2000; ++i) {
      (void)ring.try_publish(ring.writer().head() + 1, large);
      const std::size_t at = random() % readers.size();
      Taken taken;
      if (random() % 2 == 0 && readers[at]->ring.take(taken) == TakeResult::taken) {
        ASSERT_EQ(value_of(taken), taken.sequence);
        if (!taken.copy) held[at].push_back(taken.chunk);
      }
      if (held[at].size() > random() % 3) {
        readers[at]->ring.release(held[at].back());
        held[at].pop_back();
      }
    }
    for (const auto& reader : readers) {
      take_all_values(*reader);
      const ReaderCounters& counters = reader->ring.counters();
      EXPECT_EQ(counters.received + counters.skipped + counters.lost, ring.writer().head());
      EXPECT_EQ(reader->record.missed, counters.skipped + counters.lost);
    }
    EXPECT_EQ(readers[0]->ring.counters().lost, 0u);
  }
}

TEST(RingReader, AMessageThatItsOwnDepthDroppedIsSkippedAndNotLost) {
  HeapRing ring({.pool_size_bytes = 8 * large});
  const auto reader = ring.join({.depth = 2});
  ring.publish_some(100, large);  // the publisher has reused most of them
  take_all_values(*reader);
  EXPECT_EQ(reader->ring.counters().skipped, 98u);
  EXPECT_EQ(reader->ring.counters().lost, 0u);
}

TEST(RingReader, OneCallPassesOverEverythingThatIsGone) {
  HeapRing ring(
      {.pool_size_bytes = 4 * large, .limits = {.floor_bytes = 4 * large, .messages = 1}});
  const auto reader = ring.join({.depth = max_depth});
  ring.publish_some(max_depth, large);
  EXPECT_EQ(take_value(*reader), max_depth - 3);
  EXPECT_EQ(reader->ring.counters().lost, max_depth - 4);
}

// ---- races with the publisher, one interleaving each -----------------------------------------

#if BATON_KILL_POINTS
/// Runs `action` the first time that the code under test passes `point`.
class AtPoint {
 public:
  AtPoint(const char* point, std::function<void()> action) {
    base::set_kill_point_hook([=, done = false](const char* name) mutable {
      if (done || std::string_view(name) != point) return;
      done = true;
      action();
    });
  }
  ~AtPoint() { base::set_kill_point_hook({}); }
};

class RingReaderRace : public ::testing::TestWithParam<const char*> {};

TEST_P(RingReaderRace, AMessageThatIsReplacedUnderItsHandsIsNotDelivered) {
  for (const bool may_pin : {true, false}) {
    HeapRing ring(
        {.pool_size_bytes = 4 * large, .limits = {.floor_bytes = 4 * large, .messages = 1}});
    const auto reader = ring.join({.may_pin = may_pin});
    if (!may_pin && std::string_view(GetParam()) == "take.pinned") continue;
    if (may_pin && std::string_view(GetParam()) == "take.copied") continue;
    ring.publish_some(1, large);
    std::optional<std::uint64_t> value;
    {
      const AtPoint at(GetParam(), [&] { ring.publish_some(10, large); });
      Taken taken;
      ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
      EXPECT_EQ(value_of(taken), taken.sequence);
      value = value_of(taken);
      if (!taken.copy) reader->ring.release(taken.chunk);
    }
    // The reader takes one of both and counts the other: it gets the first one still there, or the
    // newest.
    EXPECT_TRUE(value == 1u || value == 11u) << *value;
    take_all_values(*reader);
    const ReaderCounters& counters = reader->ring.counters();
    EXPECT_EQ(counters.received + counters.skipped + counters.lost, 11u);
    EXPECT_EQ(counters.lost, 0u);
    EXPECT_EQ(pins_of(*reader), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Points, RingReaderRace,
                         ::testing::Values("take.before_pin", "take.pinned", "take.copied"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(RingReader, APinOfAChunkThatWasReusedIsTakenBack) {
  HeapRing ring(
      {.pool_size_bytes = 2 * large, .limits = {.floor_bytes = 2 * large, .messages = 1}});
  const auto reader = ring.join();
  ring.publish_some(1, large);
  const AtPoint at("take.before_pin", [&] { ring.publish_some(3, large); });
  Taken taken;
  ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
  EXPECT_EQ(taken.sequence, 4u);
  EXPECT_EQ(pins_of(*reader), 1u);
  EXPECT_EQ(reader->ring.pinned(), 1u);
}

TEST(RingReader, APublisherThatIsAlwaysFasterDoesNotKeepACallForEver) {
  HeapRing ring(
      {.pool_size_bytes = 2 * large, .limits = {.floor_bytes = 2 * large, .messages = 1}});
  const auto reader = ring.join();
  ring.publish_some(1, large);
  base::set_kill_point_hook([&](const char* name) {
    if (std::string_view(name) == "take.before_pin") ring.publish_some(3, large);
  });
  Taken taken;
  EXPECT_EQ(reader->ring.take(taken), TakeResult::nothing);
  base::set_kill_point_hook({});
  EXPECT_EQ(pins_of(*reader), 0u);
  EXPECT_TRUE(reader->ring.has_data());
  EXPECT_EQ(take_value(*reader), ring.writer().head());
}
#endif

// ---- a hostile publisher ---------------------------------------------------------------------

TEST(RingReader, OnlyAHeaderThatThisVersionReadsIsValid) {
  HeapRing ring;
  PubHeader& header = ring.pub().header;
  const PubHeader good = header;
  const std::size_t size = ring.size_bytes();
  EXPECT_TRUE(RingReader::header_is_valid(ring.pub(), size));
  EXPECT_FALSE(RingReader::header_is_valid(ring.pub(), size - 4096));
  const std::vector<std::function<void()>> lies = {[&] { header.magic = rec_magic; },
                                                   [&] { header.version = layout_version + 1; },
                                                   [&] { header.slots = 0; },
                                                   [&] { header.chunks = max_chunks + 1; },
                                                   [&] { header.pool_offset_bytes += 64; },
                                                   [&] { header.segment_size_bytes += 1; }};
  for (const auto& lie : lies) {
    lie();
    EXPECT_FALSE(RingReader::header_is_valid(ring.pub(), size));
    header = good;
  }
}

class HostilePublisher : public ::testing::TestWithParam<bool> {
 protected:
  HostilePublisher() { ring_.publish_some(2); }

  TakeResult take() { return reader_->ring.take(taken_); }

  HeapRing ring_;
  std::unique_ptr<HeapReader> reader_ = ring_.join({.depth = 8, .may_pin = GetParam()});
  Taken taken_;
};

TEST_P(HostilePublisher, ChunksOutsideThePoolAreViolations) {
  for (const std::uint64_t offset :
       {std::uint64_t{0}, pool_offset_bytes - 64, ring_.size_bytes(), ring_.size_bytes() - 64 + 1,
        ring_.size_bytes() + 64, UINT64_MAX - 63, UINT64_MAX, pool_offset_bytes + 1}) {
    ring_.publish_some(1);
    reader_->ring.begin(ring_.writer().head() - 1);
    Slot& lying = ring_.slot(ring_.writer().head());
    const std::uint64_t truth = lying.offset_bytes.load(std::memory_order_relaxed);
    lying.offset_bytes.store(offset, std::memory_order_relaxed);
    EXPECT_EQ(take(), TakeResult::violation) << offset;
    lying.offset_bytes.store(truth, std::memory_order_relaxed);
  }
  EXPECT_EQ(pins_of(*reader_), 0u);
}

TEST_P(HostilePublisher, ASizeBeyondTheSegmentIsAViolation) {
  const std::uint64_t offset = ring_.slot(1).offset_bytes.load(std::memory_order_relaxed);
  for (const std::uint64_t size :
       {std::uint64_t{UINT64_MAX}, UINT64_MAX - offset + 1, ring_.size_bytes() - offset + 1}) {
    reader_->ring.begin(0);
    ring_.slot(1).size_bytes.store(size, std::memory_order_relaxed);
    EXPECT_EQ(take(), TakeResult::violation) << size;
  }
}

TEST_P(HostilePublisher, ASizeWithoutMemoryBehindItIsAViolation) {
  HeapRing ring;
  std::vector<std::pair<std::size_t, std::size_t>> asked;
  const auto reader = ring.join(
      {.depth = 10, .may_pin = GetParam(), .is_backed = [&](std::size_t begin, std::size_t end) {
         asked.emplace_back(begin, end);
         return end < pool_offset_bytes + large;
       }});
  ring.publish_some(3);
  EXPECT_EQ(take_all_values(*reader).size(), 3u);
  EXPECT_FALSE(asked.empty());
  for (std::size_t i = 0, begin = pool_offset_bytes; i < asked.size(); ++i) {
    EXPECT_EQ(asked[i].first, begin) << "only what is new, and without a gap";
    begin = asked[i].second;
  }
  const std::size_t before = asked.size();
  ring.publish_some(3);
  EXPECT_EQ(take_all_values(*reader).size(), 3u);
  EXPECT_EQ(asked.size(), before) << "what is known is not asked for again";

  ring.publish(7);
  ring.slot(7).size_bytes.store(large, std::memory_order_relaxed);
  Taken taken;
  EXPECT_EQ(reader->ring.take(taken), TakeResult::violation);
  EXPECT_EQ(pins_of(*reader), 0u);
}

TEST_P(HostilePublisher, AChunkThatCannotBeIsAViolation) {
  for (const std::uint64_t low :
       {std::uint64_t{0}, std::uint64_t{max_chunks} + 1, std::uint64_t{0xffff}}) {
    reader_->ring.begin(0);
    ring_.slot(1).word.store(std::uint64_t{1} << 16 | low, std::memory_order_relaxed);
    EXPECT_EQ(take(), TakeResult::violation) << low;
  }
}

TEST_P(HostilePublisher, AHeadThatGoesBackIsAViolation) {
  reader_->ring.begin(2);
  ring_.pub().head.store(0, std::memory_order_relaxed);
  EXPECT_EQ(take(), TakeResult::violation);
}

TEST_P(HostilePublisher, AHeadThatStaysBehindItsSlotsIsAViolation) {
  reader_->ring.begin(0);
  ring_.pub().head.store(0, std::memory_order_relaxed);
  EXPECT_EQ(take(), TakeResult::taken);  // its head may be on the way
  EXPECT_EQ(take(), TakeResult::violation);
}

TEST_P(HostilePublisher, AStartThatWasNeverPublishedIsAViolation) {
  reader_->ring.begin(UINT64_MAX);
  EXPECT_EQ(take(), TakeResult::violation);
}

TEST_P(HostilePublisher, AHeadFarAheadOfItsSlotsEndsInLossesAndNotInALoop) {
  ring_.pub().head.store(UINT64_MAX, std::memory_order_relaxed);
  EXPECT_EQ(take(), TakeResult::nothing);
  EXPECT_EQ(reader_->ring.counters().skipped + reader_->ring.counters().lost, UINT64_MAX);
}

INSTANTIATE_TEST_SUITE_P(RingReader, HostilePublisher, ::testing::Bool(), [](const auto& test) {
  return test.param ? "to_a_reader_that_pins" : "to_a_reader_that_copies";
});

}  // namespace
}  // namespace baton::shm
