// SPDX-License-Identifier: Apache-2.0
// What a reader of the log is told, and when it has to look at everything.
#include "shm/publication_log.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "shm/log_segment.hpp"

namespace baton::shm {
namespace {

using Places = std::vector<std::uint16_t>;

class PublicationLog : public testing::Test {
 protected:
  void note(const Places& places) {
    for (const std::uint16_t place : places) note_publication(log_, place);
  }
  /// Whether the log tells all; places() are then what it told.
  bool read() {
    places_.clear();
    return read_log(log_, seen_, most_, [this](std::uint16_t place) { places_.push_back(place); });
  }

  std::unique_ptr<Log> memory_ = std::make_unique<Log>();
  Log& log_ = *memory_;
  std::uint64_t seen_ = 0;
  std::uint64_t most_ = log_entries;
  Places places_;
};

TEST_F(PublicationLog, TellsWhatWasNotedSinceTheLastTime) {
  EXPECT_TRUE(read());
  EXPECT_EQ(places_, Places{});
  note({7, 0, 65535, 7});
  EXPECT_TRUE(read());
  EXPECT_EQ(places_, (Places{7, 0, 65535, 7}));
  EXPECT_TRUE(read());
  EXPECT_EQ(places_, Places{});
  note({3});
  EXPECT_TRUE(read());
  EXPECT_EQ(places_, Places{3});
}

TEST_F(PublicationLog, TellsAsMuchAsItHoldsAndThenThatItCannot) {
  note(Places(log_entries, 5));
  EXPECT_TRUE(read());
  EXPECT_EQ(places_, Places(log_entries, 5));
  note(Places(log_entries + 1, 6));
  EXPECT_FALSE(read());
  EXPECT_TRUE(read()) << "the reader has looked at everything meanwhile";
  EXPECT_EQ(places_, Places{});
}

TEST_F(PublicationLog, TellsNoMoreThanIsWanted) {
  most_ = 2;
  note({1, 2});
  EXPECT_TRUE(read());
  note({1, 2, 3});
  EXPECT_FALSE(read());
  EXPECT_EQ(places_, Places{});
}

/// A thread has counted its publication and not written its entry yet.
TEST_F(PublicationLog, CannotTellWhatIsCountedAndNotWritten) {
  log_.count.fetch_add(1, std::memory_order_relaxed);
  EXPECT_FALSE(read()) << "an entry of zeros is none, not that of the first publisher";
  note(Places(log_entries, 1));
  EXPECT_TRUE(read());
  log_.count.fetch_add(1, std::memory_order_relaxed);
  note({2});
  EXPECT_FALSE(read()) << "an entry of the lap before";
}

/// A thread that was held up writes its entry over that of a later lap.
TEST_F(PublicationLog, CannotTellWhereALateEntryStands) {
  note(Places(log_entries + 8, 1));
  EXPECT_FALSE(read());
  note(Places(log_entries, 2));
  log_.entry[3].store(make_log_entry(3, 1), std::memory_order_relaxed);
  EXPECT_FALSE(read());
}

TEST_F(PublicationLog, BelievesNoCountThatGoesBack) {
  note({1, 2, 3});
  EXPECT_TRUE(read());
  log_.count.store(1, std::memory_order_relaxed);
  EXPECT_FALSE(read());
  log_.count.store(~std::uint64_t{0}, std::memory_order_relaxed);
  EXPECT_FALSE(read());
  EXPECT_TRUE(read());
}

TEST(LogSegmentTest, HasNoMemoryUntilThereAreManyPublishers) {
  const auto segment = std::make_shared<LogSegment>();
  std::deque<LogPlace> places;
  for (std::size_t i = 0; i < publishers_without_log; ++i) {
    EXPECT_FALSE(places.emplace_back(segment));
  }
  EXPECT_EQ(segment->log(), nullptr);
  EXPECT_TRUE(places.emplace_back(segment));
  EXPECT_EQ(&places.back().log(), segment->log());
  EXPECT_EQ(segment->log()->header.magic, log_magic);
  places.pop_front();
  places.pop_front();
  EXPECT_FALSE(places.emplace_back(segment)) << "of fifteen that are there";
}

TEST(LogSegmentTest, GivesAPlaceAgainWhenItsPublisherHasGone) {
  const auto segment = std::make_shared<LogSegment>("test", 0);
  std::optional<LogPlace> first(std::in_place, segment);
  const LogPlace second(segment);
  EXPECT_EQ(first->place(), 0);
  EXPECT_EQ(second.place(), 1);
  first.reset();
  EXPECT_EQ(LogPlace(segment).place(), 0);
  EXPECT_EQ(LogPlace(segment).place(), 0);
}

TEST(LogSegmentTest, HasAsManyPlacesAsAnEntryCanName) {
  LogSegment segment("test", 0);
  for (std::size_t i = 0; i < max_log_places; ++i) ASSERT_EQ(segment.enter(), i);
  EXPECT_EQ(segment.enter(), no_log_place);
  segment.leave(65535);
  EXPECT_EQ(segment.enter(), 65535u);
}

}  // namespace
}  // namespace baton::shm
