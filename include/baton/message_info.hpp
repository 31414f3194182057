// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace baton {

/// What is known about a received message besides its contents.
struct MessageInfo {
  /// CLOCK_REALTIME of the publisher when it published, ns since 1970.
  std::int64_t source_timestamp_ns = 0;
  /// Counts the publications of one publisher, from 1, without gaps.
  std::uint64_t publication_sequence_number = 0;
};

}  // namespace baton
