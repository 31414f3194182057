// SPDX-License-Identifier: Apache-2.0
#include "message_type.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <type_traits>

#include "messages.hpp"
#include "near_match.hpp"

namespace perf {
namespace {

const std::vector<std::string> variable_size_names = {
    "BoundedSequence1k",  "BoundedSequence4k",  "BoundedSequence16k", "BoundedSequence32k",
    "BoundedSequence60k", "BoundedSequence64k", "BoundedSequence256k", "BoundedSequence1m",
    "BoundedSequence2m",  "BoundedSequence4m",  "BoundedSequence8m",  "UnboundedSequence",
    "UnboundedString",    "PolygonStamped",     "Image",              "PointCloud2"};

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

bool has_short_id(const MessageType& type) { return type.publisher_bits + type.sequence_bits < 32; }

}  // namespace

void MessageType::stamp_id(std::byte* message, MessageId id) const {
  const uint64_t raw = uint64_t{id.publisher} << sequence_bits |
                       (id.sequence & ((uint64_t{1} << sequence_bits) - 1));
  std::memcpy(message + id_offset, &raw, has_short_id(*this) ? sizeof(int32_t) : sizeof raw);
}

void MessageType::stamp(std::byte* message, MessageId id, int64_t time_ns) const {
  stamp_id(message, id);
  std::memcpy(message + time_offset, &time_ns, sizeof time_ns);
}

int64_t MessageType::time_ns(const std::byte* message) const {
  int64_t time;
  std::memcpy(&time, message + time_offset, sizeof time);
  return time;
}

uint64_t MessageType::raw_id(const std::byte* message) const {
  uint64_t raw = 0;
  std::memcpy(&raw, message + id_offset, has_short_id(*this) ? sizeof(int32_t) : sizeof raw);
  return raw;
}

MessageId MessageType::id(const std::byte* message) const {
  const uint64_t raw = raw_id(message);
  return {static_cast<unsigned>(raw >> sequence_bits),
          raw & ((uint64_t{1} << sequence_bits) - 1)};
}

const std::vector<MessageType>& message_types() {
  static const std::vector<MessageType> types = [] {
    std::vector<MessageType> all;
    messages::for_each_message(
        [&all]<class M>(const char* name) { all.push_back(describe<M>(name)); });
    return all;
  }();
  return types;
}

const MessageType& find_message_type(const std::string& name) {
  std::vector<std::string> names;
  for (const MessageType& type : message_types()) {
    if (type.name == name) return type;
    names.push_back(type.name);
  }
  for (const std::string& variable : variable_size_names) {
    if (variable == name) {
      throw std::invalid_argument(fmt::format(
          "--msg {}: its size varies, which needs the message generator; this build has the "
          "fixed-size messages {}",
          name, fmt::join(names, " ")));
    }
  }
  const std::string nearest = did_you_mean(name, names);
  throw std::invalid_argument(
      nearest.empty() ? fmt::format("--msg {}: no such message; there are {}", name,
                                    fmt::join(names, " "))
                      : fmt::format("--msg {}: no such message{} (--msg-list names all)", name,
                                    nearest));
}

const MessageType& word_message_type() {
  static const MessageType type = describe<messages::Word>("Word");
  return type;
}

}  // namespace perf
