// SPDX-License-Identifier: Apache-2.0
// How a writer sends to each of its readers by itself: a packet for several at once could go out by
// multicast and reach others, too.
#pragma once

#include "fastdds_api/discovery_listener.hpp"
#include "fastdds_api/names.hpp"

namespace baton::fastdds_api {

/// Called before the writer has a reader.
inline void send_separately([[maybe_unused]] RTPSWriter& writer) {
#if BATON_FASTDDS_MAJOR < 3
  writer.set_separate_sending(true);
#endif
}

/// Called when the writer has matched that reader. Fast DDS 3 has the switch above for its own
/// writers alone; a user's writer forgets the multicast addresses of the reader instead.
inline void send_separately([[maybe_unused]] RTPSWriter& writer,
                            [[maybe_unused]] const ReaderData& reader) {
#if BATON_FASTDDS_MAJOR >= 3
  if (reader.remote_locators.multicast.empty()) return;
  ReaderData alone = reader;
  alone.remote_locators.multicast.clear();
  (void)writer.matched_reader_add(alone);  // it has that reader: this takes over its addresses
#endif
}

}  // namespace baton::fastdds_api
