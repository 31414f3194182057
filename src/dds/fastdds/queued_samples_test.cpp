// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/queued_samples.hpp"

#include <gtest/gtest.h>

#include "fastdds_api/testing/bare_writer.hpp"

namespace baton::dds::fastdds {
namespace {

/// Forgets what all readers have acknowledged, as that of Fast DDS does.
class Forgetful : public api::OwnListener {
 public:
  void on_match(const api::GUID_t&, bool) override {}
  void on_received_by_all() override { ++forgotten; }
  void on_other_news() override { ++others; }
  int forgotten = 0;
  int others = 0;
};

class QueuedSamplesTest : public api::BareWriterTest {
 protected:
  void SetUp() override {
    BareWriterTest::SetUp();
    make_writer(fast_dds);
    ASSERT_TRUE(queued.begin(writer->getGuid()));
  }

  Forgetful fast_dds;
  QueuedSamples queued;
};

TEST_F(QueuedSamplesTest, StayWhenAllHaveThem) {
  api::CacheChange_t sample;
  api::set_queued(sample, true);
  api::tell_of_acknowledgements(*writer, sample);
  EXPECT_EQ(fast_dds.forgotten, 0);
}

TEST_F(QueuedSamplesTest, OthersAreForgotten) {
  api::CacheChange_t sample;
  api::set_queued(sample, false);
  api::tell_of_acknowledgements(*writer, sample);
  EXPECT_EQ(fast_dds.forgotten, 1);
}

TEST_F(QueuedSamplesTest, WhatElseHappensIsHeard) {
  EXPECT_EQ(api::tell_of_other_news(*writer), fast_dds.others);
}

TEST(QueuedSamples, NeedAWriterThatIsThere) {
  QueuedSamples queued;
  EXPECT_FALSE(queued.begin({}));
}

}  // namespace
}  // namespace baton::dds::fastdds
