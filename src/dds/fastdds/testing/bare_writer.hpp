// SPDX-License-Identifier: Apache-2.0
// For tests: a writer below DDS, without discovery.
#pragma once

#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/HistoryAttributes.h>
#include <fastdds/rtps/attributes/RTPSParticipantAttributes.h>
#include <fastdds/rtps/attributes/WriterAttributes.h>
#include <fastdds/rtps/history/WriterHistory.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#include <gtest/gtest.h>

#include <memory>

#include "dds/fastdds/api.hpp"
#include "testing/isolation.hpp"

namespace baton::dds::fastdds {

namespace rtps = eprosima::fastrtps::rtps;

inline rtps::RTPSParticipant* open_participant(unsigned domain_id) {
  rtps::RTPSParticipantAttributes attributes;
  attributes.builtin.discovery_config.discoveryProtocol = rtps::DiscoveryProtocol_t::NONE;
  attributes.builtin.use_WriterLivelinessProtocol = false;
  // Fast DDS's shared memory would start a thread that never ends.
  attributes.useBuiltinTransports = false;
  attributes.userTransports.push_back(std::make_shared<api::UDPv4TransportDescriptor>());
  return rtps::RTPSDomain::createParticipant(domain_id, attributes);
}

/// Fast DDS 2.9 keeps a socket for each interface from the first participant on: one is opened
/// before descriptors are counted.
class OpenedOnce {
 protected:
  OpenedOnce() {
    static const bool opened = [] {
      return rtps::RTPSDomain::removeRTPSParticipant(open_participant(0));
    }();
    EXPECT_TRUE(opened);
  }
};

class BareWriterTest : private OpenedOnce, public baton::testing::IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    participant = open_participant(domain_id());
    ASSERT_NE(participant, nullptr);
  }
  void TearDown() override {
    if (participant != nullptr) rtps::RTPSDomain::removeRTPSParticipant(participant);
    api::end_log();
    IsolatedTest::TearDown();
  }

  void make_writer(rtps::WriterListener& fast_dds) {
    rtps::WriterAttributes kind;
    writer = rtps::RTPSDomain::createRTPSWriter(participant, kind, &history, &fast_dds);
    ASSERT_NE(writer, nullptr);
  }

  rtps::WriterHistory history{rtps::HistoryAttributes{}};
  rtps::RTPSParticipant* participant = nullptr;
  rtps::RTPSWriter* writer = nullptr;
};

}  // namespace baton::dds::fastdds
