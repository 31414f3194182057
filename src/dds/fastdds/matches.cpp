// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/matches.hpp"

namespace baton::dds::fastdds {
namespace {

int change_of(const api::MatchingInfo& info) {
  return info.status == eprosima::fastrtps::rtps::MATCHED_MATCHING ? 1 : -1;
}

/// The status that DDS reports for one change.
template <class Status>
Status status_of(const api::MatchingInfo& info) {
  Status status{};
  status.current_count = status.current_count_change = change_of(info);
  status.total_count = status.total_count_change = change_of(info) > 0 ? 1 : 0;
  return status;
}

}  // namespace

thread_local EndpointInMaking* EndpointInMaking::current = nullptr;

void WriterMatches::onWriterMatched(api::RTPSWriter* writer, api::MatchingInfo& info) {
  const api::GUID_t reader = info.remoteEndpointGuid;
  listener_.tell(
      reader,
      [&] {
        auto status = status_of<api::PublicationMatchedStatus>(info);
        status.last_subscription_handle = reader;
        next().onWriterMatched(writer, info);
        next().onWriterMatched(writer, status);
      },
      [&] { return writer->matched_reader_is_matched(reader); });
}

void ReaderMatches::onReaderMatched(api::RTPSReader* reader, api::MatchingInfo& info) {
  const api::GUID_t writer = info.remoteEndpointGuid;
  listener_.tell(
      writer,
      [&] {
        auto status = status_of<api::SubscriptionMatchedStatus>(info);
        status.last_publication_handle = writer;
        next().onReaderMatched(reader, info);
        next().onReaderMatched(reader, status);
      },
      [&] { return reader->matched_writer_is_matched(writer); });
}

}  // namespace baton::dds::fastdds
