// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "message_type.hpp"

namespace perf {

/// How much of a message is written, and read back, for each publication.
enum class Fill {
  none,   ///< nothing at all: neither latency nor loss can be told
  stamp,  ///< time and id
  touch,  ///< and one byte a page
  full    ///< and every byte
};

/// Writes what `fill` says; the bytes depend on the id that the message will be stamped with.
void write_payload(Fill fill, const MessageType& type, const Frame& frame, uint64_t raw_id);

/// Reads what `fill` says; false when a byte is not what the stamped id asks for.
bool payload_is_intact(Fill fill, const MessageType& type, const ReceivedFrame& frame);

}  // namespace perf
