// SPDX-License-Identifier: Apache-2.0
#include "dds/outgoing_message.hpp"

#include <algorithm>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton::dds {
namespace {

std::size_t size_on_wire(const msg::TypeSupport* type, const void* message, std::size_t plain) {
  if (type != nullptr) return msg::encoded_size(*type, message);
  return msg::encapsulation_bytes + sizeof(std::uint32_t) + plain;
}

}  // namespace

OutgoingMessage::OutgoingMessage(const msg::TypeSupport* type, const void* message,
                                 std::size_t bytes_of_plain)
    : type_(type),
      message_(message),
      bytes_of_plain_(bytes_of_plain),
      size_bytes_(size_on_wire(type, message, bytes_of_plain)) {}

bool OutgoingMessage::encode(std::span<std::byte> bytes) const noexcept {
  if (type_ != nullptr) return msg::encode_message(*type_, message_, bytes);
  if (bytes.size() < msg::encapsulation_bytes) return false;
  std::fill_n(bytes.begin(), msg::encapsulation_bytes, std::byte{0});
  bytes[1] = std::byte{1};  // little endian
  msg::CdrWriter writer(bytes.subspan(msg::encapsulation_bytes));
  writer.put(static_cast<std::uint32_t>(bytes_of_plain_));
  writer.bytes(message_, bytes_of_plain_);
  return writer.complete();
}

bool OutgoingBytes::encode(std::span<std::byte> bytes) const noexcept {
  if (bytes.size() != bytes_.size()) return false;
  std::copy(bytes_.begin(), bytes_.end(), bytes.begin());
  return true;
}

}  // namespace baton::dds
