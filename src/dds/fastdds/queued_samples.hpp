// SPDX-License-Identifier: Apache-2.0
// Why a sample that waits to be sent again stays in its writer's history.
//
// Fast DDS 2.9 forgets a sample when all its readers have acknowledged it, or when the last that had not is
// removed. It removes a reader with the lock of the writer's destinations held. A sample that is in the queue of
// the sending thread leaves that first, under the thread's lock. But that thread holds its own lock while it waits
// for the writer's destinations: both wait for ever, and the process with them (eProsima/Fast-DDS #3468, #5432).
//
// So a sample in that queue is not forgotten then. It goes with the history: as any other, when newer ones
// need its room, or with its writer. Only a thread that holds the writer's lock puts one in the queue, so what
// is seen here, with that lock held, stays true.
#pragma once

#include "dds/fastdds/api.hpp"

namespace baton::dds::fastdds {

/// Stands before the listener that Fast DDS itself has at a writer. It outlives the writer.
class QueuedSamples final : private api::WriterListener {
 public:
  QueuedSamples() = default;
  ~QueuedSamples() override = default;
  QueuedSamples(const QueuedSamples&) = delete;
  QueuedSamples& operator=(const QueuedSamples&) = delete;

  /// Before anything is written. False: Fast DDS does not find that writer.
  bool begin(const api::GUID_t& writer);

 private:
  void onWriterChangeReceivedByAll(api::RTPSWriter* writer, api::CacheChange_t* sample) override;
  void onWriterMatched(api::RTPSWriter* writer, api::MatchingInfo& info) override;
  void onWriterMatched(api::RTPSWriter* writer,
                       const api::PublicationMatchedStatus& status) override;
  void on_offered_incompatible_qos(api::RTPSWriter* writer, api::PolicyMask policies) override;
  void on_liveliness_lost(api::RTPSWriter* writer,
                          const api::LivelinessLostStatus& status) override;
  void on_reader_discovery(api::RTPSWriter* writer,
                           api::ReaderDiscoveryInfo::DISCOVERY_STATUS reason,
                           const api::GUID_t& reader, const api::ReaderProxyData* data) override;

  api::WriterListener* own_ = nullptr;
};

}  // namespace baton::dds::fastdds
