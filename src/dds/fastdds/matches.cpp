// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/matches.hpp"

namespace baton::dds::fastdds {

thread_local EndpointInMaking* EndpointInMaking::current = nullptr;

void WriterMatches::on_match(api::RTPSWriter& writer, const api::MatchingInfo& info) {
  const api::GUID_t reader = info.remoteEndpointGuid;
  listener_.tell(
      reader, [&] { pass_on(writer, info); },
      [&] { return writer.matched_reader_is_matched(reader); });
}

void ReaderMatches::on_match(api::RTPSReader& reader, const api::MatchingInfo& info) {
  const api::GUID_t writer = info.remoteEndpointGuid;
  listener_.tell(
      writer, [&] { pass_on(reader, info); },
      [&] { return reader.matched_writer_is_matched(writer); });
}

}  // namespace baton::dds::fastdds
