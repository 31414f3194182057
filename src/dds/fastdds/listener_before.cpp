// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/listener_before.hpp"

#include <mutex>

#include "dds/fastdds/local_endpoint.hpp"

namespace baton::dds::fastdds {

// ---- writers ----

bool WriterListenerBefore::begin(const api::GUID_t& writer) {
  api::RTPSWriter* const found = find_local_writer(writer);
  if (found == nullptr || found->getListener() == nullptr) return false;
  const std::lock_guard lock(found->getMutex());
  next_ = found->getListener();
  return found->set_listener(this);
}

void WriterListenerBefore::onWriterChangeReceivedByAll(api::RTPSWriter* writer,
                                                       api::CacheChange_t* sample) {
  next_->onWriterChangeReceivedByAll(writer, sample);
}

void WriterListenerBefore::onWriterMatched(api::RTPSWriter* writer, api::MatchingInfo& info) {
  next_->onWriterMatched(writer, info);
}

void WriterListenerBefore::onWriterMatched(api::RTPSWriter* writer,
                                           const api::PublicationMatchedStatus& status) {
  next_->onWriterMatched(writer, status);
}

void WriterListenerBefore::on_offered_incompatible_qos(api::RTPSWriter* writer,
                                                       api::PolicyMask policies) {
  next_->on_offered_incompatible_qos(writer, policies);
}

void WriterListenerBefore::on_liveliness_lost(api::RTPSWriter* writer,
                                              const api::LivelinessLostStatus& status) {
  next_->on_liveliness_lost(writer, status);
}

void WriterListenerBefore::on_reader_discovery(api::RTPSWriter* writer,
                                               api::ReaderDiscoveryInfo::DISCOVERY_STATUS reason,
                                               const api::GUID_t& reader,
                                               const api::ReaderProxyData* data) {
  next_->on_reader_discovery(writer, reason, reader, data);
}

// ---- readers ----

bool ReaderListenerBefore::begin(const api::GUID_t& reader) {
  api::RTPSReader* const found = find_local_reader(reader);
  if (found == nullptr || found->getListener() == nullptr) return false;
  const std::lock_guard lock(found->getMutex());
  next_ = found->getListener();
  return found->setListener(this);
}

void ReaderListenerBefore::onReaderMatched(api::RTPSReader* reader, api::MatchingInfo& info) {
  next_->onReaderMatched(reader, info);
}

void ReaderListenerBefore::onReaderMatched(api::RTPSReader* reader,
                                           const api::SubscriptionMatchedStatus& status) {
  next_->onReaderMatched(reader, status);
}

void ReaderListenerBefore::onNewCacheChangeAdded(api::RTPSReader* reader,
                                                 const api::CacheChange_t* sample) {
  next_->onNewCacheChangeAdded(reader, sample);
}

void ReaderListenerBefore::on_liveliness_changed(api::RTPSReader* reader,
                                                 const api::LivelinessChangedStatus& status) {
  next_->on_liveliness_changed(reader, status);
}

void ReaderListenerBefore::on_requested_incompatible_qos(api::RTPSReader* reader,
                                                         api::PolicyMask policies) {
  next_->on_requested_incompatible_qos(reader, policies);
}

void ReaderListenerBefore::on_sample_lost(api::RTPSReader* reader, std::int32_t lost) {
  next_->on_sample_lost(reader, lost);
}

void ReaderListenerBefore::on_writer_discovery(api::RTPSReader* reader,
                                               api::WriterDiscoveryInfo::DISCOVERY_STATUS reason,
                                               const api::GUID_t& writer,
                                               const api::WriterProxyData* data) {
  next_->on_writer_discovery(reader, reason, writer, data);
}

void ReaderListenerBefore::on_sample_rejected(api::RTPSReader* reader,
                                              api::SampleRejectedStatusKind reason,
                                              const api::CacheChange_t* sample) {
  next_->on_sample_rejected(reader, reason, sample);
}

void ReaderListenerBefore::on_data_available(api::RTPSReader* reader, const api::GUID_t& writer,
                                             const api::SequenceNumber_t& first,
                                             const api::SequenceNumber_t& last,
                                             bool& tells_of_each) {
  next_->on_data_available(reader, writer, first, last, tells_of_each);
}

}  // namespace baton::dds::fastdds
