// SPDX-License-Identifier: Apache-2.0
#include "shm/rec_segment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <thread>

namespace baton::shm {
namespace {

using ::testing::HasSubstr;

class RecSegmentTest : public ::testing::Test {
 protected:
  std::unique_ptr<RecSegment> segment_ = std::move(*RecSegment::create());
};

TEST_F(RecSegmentTest, SaysWhatItIs) {
  const RecHeader& header = segment_->rec().header;
  EXPECT_EQ(header.magic, rec_magic);
  EXPECT_EQ(header.version, layout_version);
  EXPECT_EQ(header.executors, max_executors);
  EXPECT_EQ(header.records, max_records);
}

TEST_F(RecSegmentTest, HasTheSizeThatPublishersExpect) {
  struct stat status {};
  ASSERT_EQ(fstat(segment_->read_only_fd(), &status), 0);
  EXPECT_GE(status.st_size, static_cast<off_t>(sizeof(Rec)));
  EXPECT_LT(status.st_size, static_cast<off_t>(sizeof(Rec) + base::page_bytes()));
}

TEST_F(RecSegmentTest, EachExecutorHasAnIndexAndABellOfItsOwn) {
  const std::uint32_t a = *segment_->open_executor();
  const std::uint32_t b = *segment_->open_executor();
  EXPECT_NE(a, b);
  ASSERT_NE(segment_->bell(a), nullptr);
  EXPECT_NE(segment_->bell(a)->fd(), segment_->bell(b)->fd());
  EXPECT_EQ(segment_->executors(), 2u);
  EXPECT_EQ(segment_->bell(2), nullptr);
}

TEST_F(RecSegmentTest, AnIndexThatIsUsedAgainKeepsItsBell) {
  const std::uint32_t a = *segment_->open_executor();
  const int fd = segment_->bell(a)->fd();
  segment_->close_executor(a);
  EXPECT_EQ(*segment_->open_executor(), a);
  EXPECT_EQ(segment_->bell(a)->fd(), fd);
  EXPECT_EQ(segment_->executors(), 1u);
}

TEST_F(RecSegmentTest, ANewRecordHoldsNothingAndWakesNoThread) {
  const std::uint32_t index = *segment_->open_record();
  const Record& record = segment_->rec().record[index];
  EXPECT_EQ(record.cursor.load(std::memory_order_relaxed), not_reading);
  EXPECT_EQ(record.executor.load(std::memory_order_relaxed), no_executor);
  for (const auto& word : record.pins) EXPECT_EQ(word.load(std::memory_order_relaxed), 0u);
}

TEST_F(RecSegmentTest, ARecordThatIsUsedAgainForgetsItsPast) {
  const std::uint32_t index = *segment_->open_record();
  Record& record = segment_->rec().record[index];
  record.cursor.store(17, std::memory_order_relaxed);
  record.executor.store(3, std::memory_order_relaxed);
  record.pins[63].store(UINT64_MAX, std::memory_order_relaxed);
  segment_->close_record(index);
  EXPECT_EQ(record.executor.load(std::memory_order_relaxed), no_executor);
  EXPECT_EQ(*segment_->open_record(), index);
  EXPECT_EQ(record.cursor.load(std::memory_order_relaxed), not_reading);
  EXPECT_EQ(record.pins[63].load(std::memory_order_relaxed), 0u);
}

TEST_F(RecSegmentTest, TooManyExecutorsIsAnErrorWithTheLimitAndTheCure) {
  for (std::size_t i = 0; i < max_executors; ++i) ASSERT_TRUE(segment_->open_executor());
  const auto one_more = segment_->open_executor();
  ASSERT_FALSE(one_more);
  EXPECT_THAT(one_more.error().text, HasSubstr("512"));
  EXPECT_THAT(one_more.error().text, HasSubstr("close some"));
  segment_->close_executor(11);
  EXPECT_EQ(*segment_->open_executor(), 11u);
}

TEST_F(RecSegmentTest, EveryRecordUpToTheLimitCanBeWritten) {
  for (std::size_t i = 0; i < max_records; ++i) {
    const auto index = segment_->open_record();
    ASSERT_TRUE(index);
    segment_->rec().record[*index].pins[63].store(1, std::memory_order_relaxed);
  }
  const auto one_more = segment_->open_record();
  ASSERT_FALSE(one_more);
  EXPECT_THAT(one_more.error().text, HasSubstr("4096"));
}

TEST_F(RecSegmentTest, FewRecordsCommitLittleMemory) {
  ASSERT_TRUE(segment_->open_record());
  struct stat status {};
  ASSERT_EQ(fstat(segment_->read_only_fd(), &status), 0);
  EXPECT_LE(status.st_blocks * 512, 128 * 1024);
}

TEST_F(RecSegmentTest, ThreadsNeverGetTheSameRecord) {
  std::vector<std::vector<std::uint32_t>> found(4);
  std::vector<std::thread> threads;
  for (auto& mine : found) {
    threads.emplace_back([this, &mine] {
      for (int i = 0; i < 100; ++i) {
        mine.push_back(*segment_->open_record());
        if (i % 3 == 0) {
          segment_->close_record(mine.back());
          mine.pop_back();
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<std::uint32_t> all;
  std::size_t count = 0;
  for (const auto& mine : found) {
    all.insert(mine.begin(), mine.end());
    count += mine.size();
  }
  EXPECT_EQ(all.size(), count);
}

}  // namespace
}  // namespace baton::shm
