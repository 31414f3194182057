// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/queued_samples.hpp"

#include <gtest/gtest.h>

#include "dds/fastdds/testing/bare_writer.hpp"

namespace baton::dds::fastdds {
namespace {

/// Plays the listener that Fast DDS has at a writer: it forgets what all readers have acknowledged.
class Forgetful : public rtps::WriterListener {
 public:
  void onWriterChangeReceivedByAll(rtps::RTPSWriter*, rtps::CacheChange_t*) override {
    ++forgotten;
  }
  void on_reader_discovery(rtps::RTPSWriter*, rtps::ReaderDiscoveryInfo::DISCOVERY_STATUS,
                           const rtps::GUID_t&, const rtps::ReaderProxyData*) override {
    ++discovered;
  }
  int forgotten = 0;
  int discovered = 0;
};

class QueuedSamplesTest : public BareWriterTest {
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
  rtps::CacheChange_t sample;
  sample.writer_info.is_linked = true;
  writer->getListener()->onWriterChangeReceivedByAll(writer, &sample);
  EXPECT_EQ(fast_dds.forgotten, 0);
}

TEST_F(QueuedSamplesTest, OthersAreForgotten) {
  rtps::CacheChange_t sample;
  writer->getListener()->onWriterChangeReceivedByAll(writer, &sample);
  EXPECT_EQ(fast_dds.forgotten, 1);
}

TEST_F(QueuedSamplesTest, WhatElseHappensIsHeard) {
  writer->getListener()->on_reader_discovery(writer, rtps::ReaderDiscoveryInfo::REMOVED_READER, {},
                                             nullptr);
  EXPECT_EQ(fast_dds.discovered, 1);
}

TEST(QueuedSamples, NeedAWriterThatIsThere) {
  QueuedSamples queued;
  EXPECT_FALSE(queued.begin({}));
}

}  // namespace
}  // namespace baton::dds::fastdds
