// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/session_matches.hpp"

#include <gtest/gtest.h>

#include "transport/shared_memory/control/local_participant_for_test.hpp"

namespace baton::transport {
namespace {

using Told = EndpointEvent::Kind;

class SessionMatchesTest : public ControlTest {
 protected:
  static constexpr std::uint64_t publisher_id = 1;

  void SetUp() override {
    ControlTest::SetUp();
    publisher_ = make_publisher();
    ASSERT_TRUE(publisher_->open_segment());
    local_->add(*publisher_, publisher_id);
    matches_ = std::make_unique<SessionMatches>(*local_);
  }
  void TearDown() override {
    matches_.reset();
    publisher_.reset();
    ControlTest::TearDown();
  }
  /// Matches of so many subscriptions, in records from 0.
  void add(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      shm::MatchedReader reader;
      reader.id = i + 1;
      reader.rec = &local_->rec()->rec();
      reader.record = &reader.rec->record[i];
      reader.bells = bells_.get();
      publisher_->add_reader(std::move(reader), {});
      matches_->add({publisher_id, i}, {i + 1, i, 0, false});
    }
  }
  std::size_t unmatched() const { return local_->told(publisher_id, Told::unmatched); }
  static bool all(const SessionMatches::Match&) { return true; }

  const std::shared_ptr<shm::Bells> bells_ = std::make_shared<shm::Bells>();
  std::shared_ptr<ShmPublisher> publisher_;
  std::unique_ptr<SessionMatches> matches_;
};

TEST_F(SessionMatchesTest, EndAFewAtOnceUntilNoneIsLeft) {
  add(100);
  EXPECT_EQ(publisher_->match_count(), 100u);
  EXPECT_TRUE(matches_->end_some(all)) << "a publication may come between";
  EXPECT_EQ(matches_->count(publisher_id), 36u);
  EXPECT_EQ(publisher_->match_count(), 36u);
  EXPECT_FALSE(matches_->end_some(all));
  EXPECT_TRUE(matches_->empty());
  EXPECT_EQ(publisher_->match_count(), 0u);
  EXPECT_EQ(unmatched(), 100u);
}

TEST_F(SessionMatchesTest, AnOrphanIsToldOfOnce) {
  add(100);
  EXPECT_TRUE(matches_->orphan_some());
  EXPECT_FALSE(matches_->orphan_some());
  EXPECT_EQ(unmatched(), 100u);
  EXPECT_EQ(publisher_->match_count(), 0u);
  EXPECT_EQ(matches_->count(publisher_id), 100u) << "they may pin";
  EXPECT_TRUE(matches_->has_record(0)) << "and keep their records";
  while (matches_->end_some(all)) {
  }
  EXPECT_FALSE(matches_->has_record(0));
  EXPECT_EQ(unmatched(), 100u);
}

TEST_F(SessionMatchesTest, OfASliceOnlyThoseEndThatItConcerns) {
  add(10);
  EXPECT_FALSE(matches_->end_some([](const auto& match) { return match.record < 3; }));
  EXPECT_EQ(matches_->count(publisher_id), 7u);
  EXPECT_FALSE(matches_->has({publisher_id, 2}));
  EXPECT_TRUE(matches_->has({publisher_id, 3}));
  EXPECT_FALSE(matches_->has_record(2));
}

TEST_F(SessionMatchesTest, APublisherThatLeavesTakesItsOwnAlong) {
  add(3);
  matches_->add({publisher_id + 1, 0}, {99, 50, 0, false});
  std::size_t seen = 0;
  matches_->on_publisher_removed(*publisher_, [&](const auto&, const auto&) { ++seen; });
  EXPECT_EQ(seen, 3u);
  EXPECT_EQ(matches_->count(publisher_id), 0u);
  EXPECT_EQ(matches_->count(publisher_id + 1), 1u);
  EXPECT_TRUE(matches_->has_record(50));
}

TEST_F(SessionMatchesTest, TheEndOfOneThatIsNotThereIsNothing) {
  add(1);
  matches_->end({publisher_id, 77});
  EXPECT_EQ(matches_->count(publisher_id), 1u);
  matches_->end({publisher_id, 0});
  EXPECT_TRUE(matches_->empty());
}

}  // namespace
}  // namespace baton::transport
