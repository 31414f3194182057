// SPDX-License-Identifier: Apache-2.0
#include "message_type.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "messages.hpp"
#include "near_match.hpp"
#include "variable_message_types.hpp"

namespace perf {
namespace {

template <class M>
MessageType describe(const char* name) {
  static_assert(std::is_trivially_copyable_v<M> && std::is_standard_layout_v<M>);
  MessageType type;
  type.name = name;
  type.size_bytes = sizeof(M);
  type.alignment_bytes = alignof(M);
  if constexpr (std::is_same_v<M, messages::SampleMessage>) {
    type.payload_offset = offsetof(M, data);
    type.payload_size_bytes = sizeof(M::data);
    type.time_offset = offsetof(M, time_stamp);
    type.id_offset = offsetof(M, index);
    type.publisher_bits = 6;
    type.sequence_bits = 25;
  } else {
    type.payload_offset = 0;
    type.payload_size_bytes = offsetof(M, time);
    type.time_offset = offsetof(M, time);
    type.id_offset = offsetof(M, id);
  }
  return type;
}

struct Stamp {
  int32_t sec;
  uint32_t nanosec;
};
static_assert(sizeof(Stamp) == MessageType::time_size_bytes);

}  // namespace

size_t MessageType::id_size_bytes() const {
  return publisher_bits + sequence_bits < 32 ? sizeof(int32_t) : sizeof(uint64_t);
}

MessageType MessageType::with_content(size_t bytes) const {
  if (element.empty()) {
    throw std::invalid_argument(
        fmt::format("--unbounded-msg-size {}: the size of {} is fixed; leave it out, or choose "
                    "UnboundedSequence, UnboundedString, PolygonStamped, Image or PointCloud2",
                    bytes, name));
  }
  const size_t least = payload_offset - content_offset;
  const size_t above = (std::max(bytes, least) + element_bytes - 1) / element_bytes * element_bytes;
  if (bytes % element_bytes != 0 || bytes < least) {
    const size_t below = bytes / element_bytes * element_bytes;
    throw std::invalid_argument(fmt::format(
        "--unbounded-msg-size {}: {} has {}s of {} bytes{}; {} would do", bytes, name, element,
        element_bytes, least == 0 ? "" : fmt::format(" and needs {} for its id", least),
        below < least || below == above ? fmt::format("{}", above)
                                        : fmt::format("{} or {}", below, above)));
  }
  MessageType sized = *this;
  sized.size_bytes = content_offset + bytes;
  sized.payload_size_bytes = bytes - least;
  return sized;
}

void MessageType::stamp_id(const Frame& frame, MessageId id) const {
  const uint64_t raw = uint64_t{id.publisher} << sequence_bits |
                       (id.sequence & ((uint64_t{1} << sequence_bits) - 1));
  std::memcpy(frame.id, &raw, id_size_bytes());
}

void MessageType::stamp(const Frame& frame, MessageId id, int64_t time_ns) const {
  stamp_id(frame, id);
  if (time_format == TimeFormat::nanoseconds) {
    std::memcpy(frame.time, &time_ns, sizeof time_ns);
  } else {
    const Stamp stamp{static_cast<int32_t>(time_ns / 1'000'000'000),
                      static_cast<uint32_t>(time_ns % 1'000'000'000)};
    std::memcpy(frame.time, &stamp, sizeof stamp);
  }
}

int64_t MessageType::time_ns(const ReceivedFrame& frame) const {
  if (time_format == TimeFormat::nanoseconds) {
    int64_t time;
    std::memcpy(&time, frame.time, sizeof time);
    return time;
  }
  Stamp stamp;
  std::memcpy(&stamp, frame.time, sizeof stamp);
  return int64_t{stamp.sec} * 1'000'000'000 + stamp.nanosec;
}

uint64_t MessageType::raw_id(const ReceivedFrame& frame) const {
  uint64_t raw = 0;
  std::memcpy(&raw, frame.id, id_size_bytes());
  return raw;
}

MessageId MessageType::id(const ReceivedFrame& frame) const {
  const uint64_t raw = raw_id(frame);
  return {static_cast<unsigned>(raw >> sequence_bits), raw & ((uint64_t{1} << sequence_bits) - 1)};
}

const std::vector<MessageType>& message_types() {
  static const std::vector<MessageType> types = [] {
    std::vector<MessageType> all;
    messages::for_each_message(
        [&all]<class M>(const char* name) { all.push_back(describe<M>(name)); });
    for (MessageType& type : variable_message_types()) all.push_back(std::move(type));
    return all;
  }();
  return types;
}

const MessageType& find_message_type(std::string_view name) {
  std::vector<std::string> names;
  for (const MessageType& type : message_types()) {
    if (type.name == name) return type;
    names.push_back(type.name);
  }
  const std::string nearest = did_you_mean(name, names);
  throw std::invalid_argument(
      nearest.empty()
          ? fmt::format("--msg {}: no such message; there are {}", name, fmt::join(names, " "))
          : fmt::format("--msg {}: no such message{} (--msg-list names all)", name, nearest));
}

const MessageType& word_message_type() {
  static const MessageType type = describe<messages::Word>("Word");
  return type;
}

std::string message_list() {
  std::string list;
  for (const MessageType& type : message_types()) {
    list += fmt::format("{:<19} {:>9} bytes", type.name, type.size_bytes);
    if (!type.element.empty()) {
      list += fmt::format(", {} of them chosen by --unbounded-msg-size", type.content_size_bytes());
      if (type.element_bytes > 1) {
        list += fmt::format(" ({} a {})", type.element_bytes, type.element);
      }
    }
    if (type.has_id_in_content()) list += "; time in header.stamp, id first in the data";
    list += '\n';
  }
  return list;
}

}  // namespace perf
