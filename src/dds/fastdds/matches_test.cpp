// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/matches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "fastdds_api/testing/bare_writer.hpp"

namespace baton::dds::fastdds {
namespace {

using ::testing::UnorderedElementsAre;

/// Fast DDS fills one status for the writer, so a call in the middle of another one is wrong.
class OneStatus : public api::OwnListener {
 public:
  void on_match(const api::GUID_t& reader, bool is_begin) override {
    if (inside_.fetch_add(1) != 0) overlapped = true;
    for (int i = 0; i < 100; ++i) std::this_thread::yield();
    if (is_begin) matched.push_back(reader);
    inside_.fetch_sub(1);
  }
  void on_received_by_all() override {}
  void on_other_news() override {}
  bool overlapped = false;
  std::vector<api::GUID_t> matched;

 private:
  std::atomic<int> inside_{0};
};

api::GUID_t reader_number(unsigned char number) {
  api::GUID_t guid;
  guid.guidPrefix.value[0] = number;
  guid.entityId.value[3] = 0x04;
  return guid;
}

class MatchesTest : public api::BareWriterTest {
 protected:
  void SetUp() override {
    BareWriterTest::SetUp();
    make_writer(fast_dds);
    ASSERT_TRUE(matches.begin(writer->getGuid()));
  }
  void tell(api::rtps::MatchingStatus what, const api::GUID_t& reader) {
    api::tell_of_match(*writer, {what, reader});
  }
  void pair(const api::GUID_t& reader) {
    ASSERT_TRUE(writer->matched_reader_add(api::reader_data(reader)));
  }

  OneStatus fast_dds;
  std::vector<std::pair<api::GUID_t, bool>> heard;
  WriterMatches matches{
      [this](const api::GUID_t& reader, bool matched) { heard.emplace_back(reader, matched); }};
};

TEST_F(MatchesTest, AreToldOneAfterTheOtherThoughTheyBeginAtOnce) {
  const api::GUID_t first = reader_number(1);
  const api::GUID_t second = reader_number(2);
  pair(first);
  pair(second);
  {
    const std::jthread one([&] { tell(api::rtps::MATCHED_MATCHING, first); });
    const std::jthread other([&] { tell(api::rtps::MATCHED_MATCHING, second); });
  }
  EXPECT_FALSE(fast_dds.overlapped);
  EXPECT_THAT(fast_dds.matched, UnorderedElementsAre(first, second));
  EXPECT_THAT(heard, UnorderedElementsAre(std::pair(first, true), std::pair(second, true)));
}

TEST_F(MatchesTest, AreToldAsTheyAreThoughTheEndIsToldFirst) {
  const api::GUID_t reader = reader_number(1);
  tell(api::rtps::REMOVED_MATCHING, reader);
  tell(api::rtps::MATCHED_MATCHING, reader);
  EXPECT_THAT(heard, UnorderedElementsAre(std::pair(reader, false), std::pair(reader, false)));
}

TEST_F(MatchesTest, AreNotToldBehindTheEnd) {
  matches.end();
  tell(api::rtps::MATCHED_MATCHING, reader_number(1));
  EXPECT_TRUE(heard.empty());
  EXPECT_EQ(fast_dds.matched.size(), 1u);
}

TEST(EndpointInMaking, IsHeardOfInItsOwnThreadAlone) {
  std::vector<api::GUID_t> begun;
  EndpointInMaking::on_discovered(reader_number(1));
  {
    const EndpointInMaking making([&](const api::GUID_t& own) {
      begun.push_back(own);
      return true;
    });
    std::jthread([] { EndpointInMaking::on_discovered(reader_number(2)); }).join();
    EXPECT_FALSE(making.has_begun());
    EndpointInMaking::on_discovered(reader_number(3));
    EXPECT_TRUE(making.has_begun());
  }
  EndpointInMaking::on_discovered(reader_number(4));
  EXPECT_THAT(begun, UnorderedElementsAre(reader_number(3)));
}

}  // namespace
}  // namespace baton::dds::fastdds
