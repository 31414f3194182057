// SPDX-License-Identifier: Apache-2.0
#include "fastdds_api/listener_before.hpp"

#include <mutex>

#include "fastdds_api/local_endpoint.hpp"

namespace baton::fastdds_api {
namespace {

WriterListener* listener_of(RTPSWriter& writer) {
#if BATON_FASTDDS_MAJOR >= 3
  return writer.get_listener();
#else
  return writer.getListener();
#endif
}

ReaderListener* listener_of(RTPSReader& reader) {
#if BATON_FASTDDS_MAJOR >= 3
  return reader.get_listener();
#else
  return reader.getListener();
#endif
}

bool set_listener(RTPSReader& reader, ReaderListener* listener) {
#if BATON_FASTDDS_MAJOR >= 3
  reader.set_listener(listener);
  return true;
#else
  return reader.setListener(listener);
#endif
}

#if BATON_FASTDDS_MAJOR < 3
/// The status that DDS reports for one change.
template <class Status>
Status status_of(const MatchingInfo& info) {
  Status status{};
  status.current_count = status.current_count_change = is_begin(info) ? 1 : -1;
  status.total_count = status.total_count_change = is_begin(info) ? 1 : 0;
  return status;
}
#endif

}  // namespace

bool WriterListenerBefore::begin(const GUID_t& writer) {
  RTPSWriter* const found = find_local_writer(writer);
  if (found == nullptr || listener_of(*found) == nullptr) return false;
  const std::lock_guard lock(found->getMutex());
  next_ = listener_of(*found);
  return found->set_listener(this);
}

void WriterListenerBefore::pass_on(RTPSWriter& writer, const MatchingInfo& info) {
#if BATON_FASTDDS_MAJOR >= 3
  next_->on_writer_matched(&writer, info);
#else
  auto status = status_of<PublicationMatchedStatus>(info);
  status.last_subscription_handle = info.remoteEndpointGuid;
  MatchingInfo changeable = info;
  next_->onWriterMatched(&writer, changeable);
  next_->onWriterMatched(&writer, status);
#endif
}

void WriterListenerBefore::pass_on(RTPSWriter& writer, CacheChange_t& sample) {
#if BATON_FASTDDS_MAJOR >= 3
  next_->on_writer_change_received_by_all(&writer, &sample);
#else
  next_->onWriterChangeReceivedByAll(&writer, &sample);
#endif
}

bool ReaderListenerBefore::begin(const GUID_t& reader) {
  RTPSReader* const found = find_local_reader(reader);
  if (found == nullptr || listener_of(*found) == nullptr) return false;
  const std::lock_guard lock(found->getMutex());
  next_ = listener_of(*found);
  return set_listener(*found, this);
}

void ReaderListenerBefore::pass_on(RTPSReader& reader, const MatchingInfo& info) {
#if BATON_FASTDDS_MAJOR >= 3
  next_->on_reader_matched(&reader, info);
#else
  auto status = status_of<SubscriptionMatchedStatus>(info);
  status.last_publication_handle = info.remoteEndpointGuid;
  MatchingInfo changeable = info;
  next_->onReaderMatched(&reader, changeable);
  next_->onReaderMatched(&reader, status);
#endif
}

}  // namespace baton::fastdds_api
