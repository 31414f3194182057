// SPDX-License-Identifier: Apache-2.0
//
// A message type as the measurement sees it: bytes with a payload, a time and an id. Only the
// communicators know the C++ type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace perf {

/// Who published a message, and as which of its messages; the sequence of a publisher starts at 1.
struct MessageId {
  unsigned publisher = 0;
  uint64_t sequence = 0;
  bool operator==(const MessageId&) const = default;
};

struct MessageType {
  std::string name;
  size_t size_bytes = 0;
  size_t alignment_bytes = 0;
  size_t payload_offset = 0;
  size_t payload_size_bytes = 0;
  size_t time_offset = 0;
  size_t id_offset = 0;
  unsigned publisher_bits = 16;
  unsigned sequence_bits = 48;

  void stamp_id(std::byte* message, MessageId id) const;
  /// Writes the id, then the time: the time is the last thing that happens before publishing.
  void stamp(std::byte* message, MessageId id, int64_t time_ns) const;
  int64_t time_ns(const std::byte* message) const;
  /// The sequence comes as the message holds it: in `sequence_bits` bits.
  MessageId id(const std::byte* message) const;
  /// The id field as it stands in the message.
  uint64_t raw_id(const std::byte* message) const;
};

/// Every message that `--msg` accepts, in the order of `--msg-list`.
const std::vector<MessageType>& message_types();

/// Throws std::invalid_argument with one line that says what is there instead.
const MessageType& find_message_type(const std::string& name);

/// What the word ring carries.
const MessageType& word_message_type();

}  // namespace perf
