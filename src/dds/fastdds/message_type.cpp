// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/message_type.hpp"

#include <cstring>

#include "dds/fastdds/arrival.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

namespace {

/// Where a history starts to allocate; payloads grow to what they hold.
constexpr std::uint32_t first_bytes = 64;

}  // namespace

MessageType::MessageType(const std::string& name) : TopicType(name, first_bytes) {}

bool MessageType::encode(const void* data, api::SerializedPayload_t& payload) {
  const auto& message = *static_cast<const Outgoing*>(data);
  const std::size_t size_bytes = message.size_bytes();
  if (size_bytes > payload.max_size || size_bytes < SerializedHeader::size_bytes) return false;
  const std::span bytes(reinterpret_cast<std::byte*>(payload.data), size_bytes);
  if (!message.encode(bytes)) return false;
  payload.length = static_cast<std::uint32_t>(size_bytes);
  payload.encapsulation = CDR_LE;
  return true;
}

bool MessageType::decode(const api::SerializedPayload_t& payload, void* data) {
  static_cast<Arrival*>(data)->listener.on_bytes(
      {reinterpret_cast<const std::byte*>(payload.data), payload.length});
  return true;
}

std::uint32_t MessageType::encoded_bytes(const void* data) {
  return static_cast<std::uint32_t>(static_cast<const Outgoing*>(data)->size_bytes());
}

}  // namespace baton::dds::fastdds
