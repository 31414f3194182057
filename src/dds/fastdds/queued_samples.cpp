// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/queued_samples.hpp"

#include <mutex>

#include "dds/fastdds/local_writer.hpp"

namespace baton::dds::fastdds {

bool QueuedSamples::begin(const api::GUID_t& writer) {
  api::RTPSWriter* const found = find_local_writer(writer);
  if (found == nullptr || found->getListener() == nullptr) return false;
  const std::lock_guard lock(found->getMutex());
  own_ = found->getListener();
  return found->set_listener(this);
}

void QueuedSamples::onWriterChangeReceivedByAll(api::RTPSWriter* writer,
                                                api::CacheChange_t* sample) {
  if (!sample->writer_info.is_linked) own_->onWriterChangeReceivedByAll(writer, sample);
}

void QueuedSamples::onWriterMatched(api::RTPSWriter* writer, api::MatchingInfo& info) {
  own_->onWriterMatched(writer, info);
}

void QueuedSamples::onWriterMatched(api::RTPSWriter* writer,
                                    const api::PublicationMatchedStatus& status) {
  own_->onWriterMatched(writer, status);
}

void QueuedSamples::on_offered_incompatible_qos(api::RTPSWriter* writer,
                                                api::PolicyMask policies) {
  own_->on_offered_incompatible_qos(writer, policies);
}

void QueuedSamples::on_liveliness_lost(api::RTPSWriter* writer,
                                       const api::LivelinessLostStatus& status) {
  own_->on_liveliness_lost(writer, status);
}

void QueuedSamples::on_reader_discovery(api::RTPSWriter* writer,
                                        api::ReaderDiscoveryInfo::DISCOVERY_STATUS reason,
                                        const api::GUID_t& reader,
                                        const api::ReaderProxyData* data) {
  own_->on_reader_discovery(writer, reason, reader, data);
}

}  // namespace baton::dds::fastdds
