// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/queued_samples.hpp"

#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/HistoryAttributes.h>
#include <fastdds/rtps/attributes/RTPSParticipantAttributes.h>
#include <fastdds/rtps/attributes/WriterAttributes.h>
#include <fastdds/rtps/history/WriterHistory.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#include <gtest/gtest.h>

#include <memory>

#include "testing/isolation.hpp"

namespace baton::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

/// What Fast DDS has at a writer: it forgets what all have.
class Forgetful : public rtps::WriterListener {
 public:
  void onWriterChangeReceivedByAll(rtps::RTPSWriter*, rtps::CacheChange_t*) override { ++forgotten; }
  void on_reader_discovery(rtps::RTPSWriter*, rtps::ReaderDiscoveryInfo::DISCOVERY_STATUS,
                           const rtps::GUID_t&, const rtps::ReaderProxyData*) override {
    ++discovered;
  }
  int forgotten = 0;
  int discovered = 0;
};

rtps::RTPSParticipant* open_participant(unsigned domain_id) {
  rtps::RTPSParticipantAttributes attributes;
  attributes.builtin.discovery_config.discoveryProtocol = rtps::DiscoveryProtocol_t::NONE;
  attributes.builtin.use_WriterLivelinessProtocol = false;
  // Its shared memory has a thread that never ends.
  attributes.useBuiltinTransports = false;
  attributes.userTransports.push_back(std::make_shared<api::UDPv4TransportDescriptor>());
  return rtps::RTPSDomain::createParticipant(domain_id, attributes);
}

/// Fast DDS 2.9 keeps a socket for each interface from the first participant on: one is opened before
/// descriptors are counted.
class OpenedOnce {
 protected:
  OpenedOnce() {
    static const bool opened = [] {
      return rtps::RTPSDomain::removeRTPSParticipant(open_participant(0));
    }();
    EXPECT_TRUE(opened);
  }
};

class QueuedSamplesTest : private OpenedOnce, public baton::testing::IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    participant = open_participant(domain_id());
    ASSERT_NE(participant, nullptr);
    rtps::WriterAttributes kind;
    writer = rtps::RTPSDomain::createRTPSWriter(participant, kind, &history, &fast_dds);
    ASSERT_NE(writer, nullptr);
    ASSERT_TRUE(queued.begin(writer->getGuid()));
  }
  void TearDown() override {
    if (participant != nullptr) rtps::RTPSDomain::removeRTPSParticipant(participant);
    api::end_log();
    IsolatedTest::TearDown();
  }

  Forgetful fast_dds;
  QueuedSamples queued;
  rtps::WriterHistory history{rtps::HistoryAttributes{}};
  rtps::RTPSParticipant* participant = nullptr;
  rtps::RTPSWriter* writer = nullptr;
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
  writer->getListener()->on_reader_discovery(
      writer, rtps::ReaderDiscoveryInfo::REMOVED_READER, {}, nullptr);
  EXPECT_EQ(fast_dds.discovered, 1);
}

TEST(QueuedSamples, NeedAWriterThatIsThere) {
  QueuedSamples queued;
  EXPECT_FALSE(queued.begin({}));
}

}  // namespace
}  // namespace baton::dds::fastdds
