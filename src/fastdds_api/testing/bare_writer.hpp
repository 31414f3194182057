// SPDX-License-Identifier: Apache-2.0
// For tests: a writer below DDS, without discovery, and what Fast DDS does with its listener.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "fastdds_api/listener_before.hpp"
#include "testing/isolation.hpp"
#if BATON_FASTDDS_MAJOR >= 3
#include <fastdds/rtps/RTPSDomain.hpp>
#include <fastdds/rtps/attributes/HistoryAttributes.hpp>
#include <fastdds/rtps/attributes/RTPSParticipantAttributes.hpp>
#include <fastdds/rtps/attributes/WriterAttributes.hpp>
#include <fastdds/rtps/history/WriterHistory.hpp>
#include <fastdds/rtps/participant/RTPSParticipant.hpp>
#else
#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/HistoryAttributes.h>
#include <fastdds/rtps/attributes/RTPSParticipantAttributes.h>
#include <fastdds/rtps/attributes/WriterAttributes.h>
#include <fastdds/rtps/history/WriterHistory.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#endif

namespace baton::fastdds_api {

inline rtps::RTPSParticipant* open_participant(unsigned domain_id) {
  rtps::RTPSParticipantAttributes attributes;
#if BATON_FASTDDS_MAJOR >= 3
  attributes.builtin.discovery_config.discoveryProtocol = rtps::DiscoveryProtocol::NONE;
#else
  attributes.builtin.discovery_config.discoveryProtocol = rtps::DiscoveryProtocol_t::NONE;
#endif
  attributes.builtin.use_WriterLivelinessProtocol = false;
  // Fast DDS's shared memory would start a thread that never ends.
  attributes.useBuiltinTransports = false;
  attributes.userTransports.push_back(std::make_shared<UDPv4TransportDescriptor>());
  return rtps::RTPSDomain::createParticipant(domain_id, attributes);
}

/// Plays the listener that Fast DDS has at a writer.
class OwnListener : public WriterListener {
 public:
  virtual void on_match(const GUID_t& reader, bool is_begin) = 0;
  virtual void on_received_by_all() = 0;
  virtual void on_other_news() = 0;

 private:
#if BATON_FASTDDS_MAJOR >= 3
  void on_writer_matched(RTPSWriter*, const MatchingInfo& info) final {
    on_match(info.remoteEndpointGuid, is_begin(info));
  }
  void on_writer_change_received_by_all(RTPSWriter*, CacheChange_t*) final { on_received_by_all(); }
#else
  void onWriterMatched(RTPSWriter*, const PublicationMatchedStatus& status) final {
    on_match(iHandle2GUID(status.last_subscription_handle), status.current_count_change == 1);
  }
  void onWriterChangeReceivedByAll(RTPSWriter*, CacheChange_t*) final { on_received_by_all(); }
#endif
  void on_liveliness_lost(RTPSWriter*, const LivelinessLostStatus&) final { on_other_news(); }
  void on_offered_incompatible_qos(RTPSWriter*, PolicyMask) final { on_other_news(); }
#if BATON_FASTDDS_VERSION >= 206
  void on_reader_discovery(RTPSWriter*, ReaderNews, const GUID_t&, const ReaderData*) final {
    on_other_news();
  }
#endif
};

/// Does what Fast DDS does when it has made or ended a pair.
inline void tell_of_match(RTPSWriter& writer, MatchingInfo info) {
#if BATON_FASTDDS_MAJOR >= 3
  writer.get_listener()->on_writer_matched(&writer, info);
#else
  const PublicationMatchedStatus of_another{};  // Fast DDS may be at the next match already
  writer.getListener()->onWriterMatched(&writer, info);
  writer.getListener()->onWriterMatched(&writer, of_another);
#endif
}

/// Does what Fast DDS does when all readers have acknowledged a sample.
inline void tell_of_acknowledgements(RTPSWriter& writer, CacheChange_t& sample) {
#if BATON_FASTDDS_MAJOR >= 3
  writer.get_listener()->on_writer_change_received_by_all(&writer, &sample);
#else
  writer.getListener()->onWriterChangeReceivedByAll(&writer, &sample);
#endif
}

/// As a writer's sample: one that was put into the queue of the thread that sends again, or not.
inline void set_queued(CacheChange_t& sample, bool is_queued) {
#if BATON_FASTDDS_VERSION >= 208
  sample.writer_info.is_linked = is_queued;
#else
  sample.writer_info.previous = is_queued ? &sample : nullptr;
  sample.writer_info.next = is_queued ? &sample : nullptr;
#endif
}

/// Does what Fast DDS does when liveliness is lost, when a reader does not fit, and, from 2.6 on,
/// when a reader has gone. How many they are.
inline int tell_of_other_news(RTPSWriter& writer) {
#if BATON_FASTDDS_MAJOR >= 3
  WriterListener& listener = *writer.get_listener();
#else
  WriterListener& listener = *writer.getListener();
#endif
  listener.on_liveliness_lost(&writer, {});
  listener.on_offered_incompatible_qos(&writer, {});
#if BATON_FASTDDS_MAJOR >= 3
  listener.on_reader_discovery(&writer, ReaderNews::REMOVED_READER, {}, nullptr);
  return 3;
#elif BATON_FASTDDS_VERSION >= 206
  listener.on_reader_discovery(&writer, rtps::ReaderDiscoveryInfo::REMOVED_READER, {}, nullptr);
  return 3;
#else
  return 2;
#endif
}

inline ReaderData reader_data(const GUID_t& guid) {
#if BATON_FASTDDS_MAJOR >= 3
  ReaderData data;
  data.guid = guid;
#else
  ReaderData data(1, 1);
  data.guid(guid);
#endif
  return data;
}

/// Fast DDS keeps a socket for each interface from the first participant on: one is opened before
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

class BareWriterTest : private OpenedOnce, public baton::testing::IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    participant = open_participant(domain_id());
    ASSERT_NE(participant, nullptr);
  }
  void TearDown() override {
    if (participant != nullptr) rtps::RTPSDomain::removeRTPSParticipant(participant);
    end_log();
    IsolatedTest::TearDown();
  }

  void make_writer(WriterListener& fast_dds) {
    rtps::WriterAttributes kind;
    writer = rtps::RTPSDomain::createRTPSWriter(participant, kind, &history, &fast_dds);
    ASSERT_NE(writer, nullptr);
  }

  rtps::WriterHistory history{rtps::HistoryAttributes{}};
  rtps::RTPSParticipant* participant = nullptr;
  RTPSWriter* writer = nullptr;
};

}  // namespace baton::fastdds_api
