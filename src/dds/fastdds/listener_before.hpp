// SPDX-License-Identifier: Apache-2.0
// Listeners that are called in place of Fast DDS's own listener of an endpoint, and pass everything
// on to it.
#pragma once

#include "dds/fastdds/api.hpp"

namespace baton::dds::fastdds {

/// This listener outlives the writer.
class WriterListenerBefore : public api::WriterListener {
 public:
  WriterListenerBefore() = default;
  ~WriterListenerBefore() override = default;
  WriterListenerBefore(const WriterListenerBefore&) = delete;
  WriterListenerBefore& operator=(const WriterListenerBefore&) = delete;

  /// False: Fast DDS does not find that writer.
  bool begin(const api::GUID_t& writer);

 protected:
  api::WriterListener& next() const { return *next_; }

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

  api::WriterListener* next_ = nullptr;
};

/// This listener outlives the reader.
class ReaderListenerBefore : public api::ReaderListener {
 public:
  ReaderListenerBefore() = default;
  ~ReaderListenerBefore() override = default;
  ReaderListenerBefore(const ReaderListenerBefore&) = delete;
  ReaderListenerBefore& operator=(const ReaderListenerBefore&) = delete;

  /// False: Fast DDS does not find that reader.
  bool begin(const api::GUID_t& reader);

 protected:
  api::ReaderListener& next() const { return *next_; }

 private:
  void onReaderMatched(api::RTPSReader* reader, api::MatchingInfo& info) override;
  void onReaderMatched(api::RTPSReader* reader,
                       const api::SubscriptionMatchedStatus& status) override;
  void onNewCacheChangeAdded(api::RTPSReader* reader, const api::CacheChange_t* sample) override;
  void on_liveliness_changed(api::RTPSReader* reader,
                             const api::LivelinessChangedStatus& status) override;
  void on_requested_incompatible_qos(api::RTPSReader* reader, api::PolicyMask policies) override;
  void on_sample_lost(api::RTPSReader* reader, std::int32_t lost) override;
  void on_writer_discovery(api::RTPSReader* reader,
                           api::WriterDiscoveryInfo::DISCOVERY_STATUS reason,
                           const api::GUID_t& writer, const api::WriterProxyData* data) override;
  void on_sample_rejected(api::RTPSReader* reader, api::SampleRejectedStatusKind reason,
                          const api::CacheChange_t* sample) override;
  void on_data_available(api::RTPSReader* reader, const api::GUID_t& writer,
                         const api::SequenceNumber_t& first, const api::SequenceNumber_t& last,
                         bool& tells_of_each) override;

  api::ReaderListener* next_ = nullptr;
};

}  // namespace baton::dds::fastdds
