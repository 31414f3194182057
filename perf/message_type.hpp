// SPDX-License-Identifier: Apache-2.0
//
// A message type as the measurement sees it: a payload, a time and an id. Only the communicators
// handle objects of the C++ type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "message_frame.hpp"

namespace perf {

/// The publisher of a message, and the message's number there; a publisher's sequence starts at 1.
struct MessageId {
  unsigned publisher = 0;
  uint64_t sequence = 0;
  bool operator==(const MessageId&) const = default;
};

enum class TimeFormat {
  nanoseconds,             ///< int64
  seconds_and_nanoseconds  ///< int32, uint32: the stamp of a header
};

struct MessageType {
  std::string name;
  /// The size with the contents of its sequence or string.
  size_t size_bytes = 0;
  size_t alignment_bytes = 0;
  // Offsets in a message that is one block of bytes: one of fixed size, or one with its sequence
  // behind it.
  size_t payload_offset = 0;
  size_t payload_size_bytes = 0;
  size_t time_offset = 0;
  size_t id_offset = 0;
  /// Offset of the contents of the sequence or string; 0: there is none.
  size_t content_offset = 0;
  TimeFormat time_format = TimeFormat::nanoseconds;
  unsigned publisher_bits = 16;
  unsigned sequence_bits = 48;
  bool is_text = false;  ///< the payload is a string: it gets letters only
  /// The unit that --unbounded-msg-size counts the bytes of, such as "point"; empty when the size
  /// cannot be chosen.
  std::string element;
  size_t element_bytes = 1;

  static constexpr size_t time_size_bytes = sizeof(int64_t);
  size_t id_size_bytes() const;
  size_t content_size_bytes() const {
    return content_offset == 0 ? 0 : size_bytes - content_offset;
  }
  bool has_id_in_content() const { return content_offset != 0 && id_offset == content_offset; }
  /// This type with so many bytes in its sequence or string. Throws std::invalid_argument with one
  /// line when that is impossible.
  MessageType with_content(size_t content_size_bytes) const;

  Frame frame_in(std::byte* message) const { return frame_at(message); }
  ReceivedFrame frame_in(const std::byte* message) const { return frame_at(message); }

  void stamp_id(const Frame& frame, MessageId id) const;
  /// Writes the id, then the time: the time is the last thing that happens before publishing.
  void stamp(const Frame& frame, MessageId id, int64_t time_ns) const;

  /// False: the sequence has another length than was asked for; then nothing else may be read.
  bool fits(const ReceivedFrame& frame) const {
    return frame.payload_size_bytes == payload_size_bytes;
  }
  int64_t time_ns(const ReceivedFrame& frame) const;
  /// The sequence number has only `sequence_bits` bits, as in the message.
  MessageId id(const ReceivedFrame& frame) const;
  /// The contents of the id field.
  uint64_t raw_id(const ReceivedFrame& frame) const;

 private:
  template <class Byte>
  BasicFrame<Byte> frame_at(Byte* message) const {
    return {message + payload_offset, payload_size_bytes, message + time_offset,
            message + id_offset};
  }
};

/// Every message that `--msg` accepts, in the order of `--msg-list`.
const std::vector<MessageType>& message_types();

/// Throws std::invalid_argument with one line that says what is there instead.
const MessageType& find_message_type(std::string_view name);

/// The message of the word ring.
const MessageType& word_message_type();

/// The text of `--msg-list`.
std::string message_list();

}  // namespace perf
