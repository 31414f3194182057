// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "dds/wire.hpp"

namespace baton::dds::fastdds {

/// Where a sample that is being taken is written to.
struct Arrival {
  WireReaderListener& listener;
};

/// What stands in front of every message.
struct SerializedHeader {
  static constexpr std::size_t size_bytes = 4;
};

}  // namespace baton::dds::fastdds
