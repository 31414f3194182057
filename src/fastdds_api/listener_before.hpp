// SPDX-License-Identifier: Apache-2.0
// Listeners that are called in place of Fast DDS's own listener of an endpoint, and pass everything
// on to it.
#pragma once

#include <cstdint>

#include "fastdds_api/discovery_listener.hpp"
#include "fastdds_api/names.hpp"
#if BATON_FASTDDS_MAJOR >= 3
#include <fastdds/rtps/reader/ReaderListener.hpp>
#include <fastdds/rtps/writer/WriterListener.hpp>
#else
#include <fastdds/rtps/reader/ReaderListener.h>
#include <fastdds/rtps/writer/WriterListener.h>
#endif

namespace baton::fastdds_api {

using rtps::ReaderListener;
using rtps::WriterListener;
#if BATON_FASTDDS_MAJOR >= 3
using ReaderNews = rtps::ReaderDiscoveryStatus;
using WriterNews = rtps::WriterDiscoveryStatus;
#else
using ReaderNews = rtps::ReaderDiscoveryInfo::DISCOVERY_STATUS;
using WriterNews = rtps::WriterDiscoveryInfo::DISCOVERY_STATUS;
#endif

/// This listener outlives the writer.
class WriterListenerBefore : public WriterListener {
 public:
  WriterListenerBefore() = default;
  ~WriterListenerBefore() override = default;
  WriterListenerBefore(const WriterListenerBefore&) = delete;
  WriterListenerBefore& operator=(const WriterListenerBefore&) = delete;

  /// False: Fast DDS does not find that writer.
  bool begin(const GUID_t& writer);

 protected:
  virtual void on_match(RTPSWriter& writer, const MatchingInfo& info) { pass_on(writer, info); }
  virtual void on_received_by_all(RTPSWriter& writer, CacheChange_t& sample) {
    pass_on(writer, sample);
  }
  /// To Fast DDS's own listener.
  void pass_on(RTPSWriter& writer, const MatchingInfo& info);
  void pass_on(RTPSWriter& writer, CacheChange_t& sample);

 private:
#if BATON_FASTDDS_MAJOR >= 3
  void on_writer_matched(RTPSWriter* writer, const MatchingInfo& info) final {
    on_match(*writer, info);
  }
  void on_writer_change_received_by_all(RTPSWriter* writer, CacheChange_t* sample) final {
    on_received_by_all(*writer, *sample);
  }
  void on_incompatible_type(RTPSWriter* writer) final { next_->on_incompatible_type(writer); }
#else
  void onWriterMatched(RTPSWriter* writer, MatchingInfo& info) final { on_match(*writer, info); }
  // Fast DDS 2 fills this one status for all matches of the writer, without a lock: see pass_on().
  void onWriterMatched(RTPSWriter*, const PublicationMatchedStatus&) final {}
  void onWriterChangeReceivedByAll(RTPSWriter* writer, CacheChange_t* sample) final {
    on_received_by_all(*writer, *sample);
  }
#endif
  void on_offered_incompatible_qos(RTPSWriter* writer, PolicyMask policies) final {
    next_->on_offered_incompatible_qos(writer, policies);
  }
  void on_liveliness_lost(RTPSWriter* writer, const LivelinessLostStatus& status) final {
    next_->on_liveliness_lost(writer, status);
  }
#if BATON_FASTDDS_VERSION >= 206
  void on_reader_discovery(RTPSWriter* writer, ReaderNews news, const GUID_t& reader,
                           const ReaderData* data) final {
    next_->on_reader_discovery(writer, news, reader, data);
  }
#endif

  WriterListener* next_ = nullptr;
};

/// This listener outlives the reader.
class ReaderListenerBefore : public ReaderListener {
 public:
  ReaderListenerBefore() = default;
  ~ReaderListenerBefore() override = default;
  ReaderListenerBefore(const ReaderListenerBefore&) = delete;
  ReaderListenerBefore& operator=(const ReaderListenerBefore&) = delete;

  /// False: Fast DDS does not find that reader.
  bool begin(const GUID_t& reader);

 protected:
  virtual void on_match(RTPSReader& reader, const MatchingInfo& info) { pass_on(reader, info); }
  /// To Fast DDS's own listener.
  void pass_on(RTPSReader& reader, const MatchingInfo& info);

 private:
#if BATON_FASTDDS_MAJOR >= 3
  void on_reader_matched(RTPSReader* reader, const MatchingInfo& info) final {
    on_match(*reader, info);
  }
  void on_new_cache_change_added(RTPSReader* reader, const CacheChange_t* sample) final {
    next_->on_new_cache_change_added(reader, sample);
  }
  void on_incompatible_type(RTPSReader* reader) final { next_->on_incompatible_type(reader); }
#else
  void onReaderMatched(RTPSReader* reader, MatchingInfo& info) final { on_match(*reader, info); }
  // See the writer's.
  void onReaderMatched(RTPSReader*, const SubscriptionMatchedStatus&) final {}
  void onNewCacheChangeAdded(RTPSReader* reader, const CacheChange_t* sample) final {
    next_->onNewCacheChangeAdded(reader, sample);
  }
#endif
  void on_liveliness_changed(RTPSReader* reader, const LivelinessChangedStatus& status) final {
    next_->on_liveliness_changed(reader, status);
  }
  void on_requested_incompatible_qos(RTPSReader* reader, PolicyMask policies) final {
    next_->on_requested_incompatible_qos(reader, policies);
  }
#if BATON_FASTDDS_VERSION >= 206
  void on_sample_lost(RTPSReader* reader, std::int32_t lost) final {
    next_->on_sample_lost(reader, lost);
  }
  void on_writer_discovery(RTPSReader* reader, WriterNews news, const GUID_t& writer,
                           const WriterData* data) final {
    next_->on_writer_discovery(reader, news, writer, data);
  }
#endif
#if BATON_FASTDDS_VERSION >= 207
  void on_sample_rejected(RTPSReader* reader, SampleRejectedStatusKind reason,
                          const CacheChange_t* sample) final {
    next_->on_sample_rejected(reader, reason, sample);
  }
  void on_data_available(RTPSReader* reader, const GUID_t& writer, const SequenceNumber_t& first,
                         const SequenceNumber_t& last, bool& tells_of_each) final {
    next_->on_data_available(reader, writer, first, last, tells_of_each);
  }
#endif

  ReaderListener* next_ = nullptr;
};

}  // namespace baton::fastdds_api
