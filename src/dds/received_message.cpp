// SPDX-License-Identifier: Apache-2.0
#include "dds/received_message.hpp"

#include <algorithm>
#include <new>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton::dds {
namespace {

using transport::MessageRef;

/// Plain types may ask for more than `new` gives.
constexpr std::align_val_t plain_alignment{64};

/// The octets of a plain message, still in the buffer; false if these are none.
bool plain_bytes(std::span<const std::byte> bytes, std::span<const std::byte>& found) {
  if (bytes.size() < msg::encapsulation_bytes || bytes[0] != std::byte{0} ||
      bytes[1] > std::byte{1}) {
    return false;
  }
  const auto body = bytes.subspan(msg::encapsulation_bytes);
  msg::CdrReader reader(body, bytes[1] == std::byte{0});
  std::uint32_t count = 0;
  if (!reader.length(count, 1)) return false;
  found = body.subspan(reader.position(), count);
  return true;
}

}  // namespace

MessageRef ReceivedMessage::decode(const msg::TypeSupport* type, std::span<const std::byte> bytes) {
  if (type == nullptr) {
    std::span<const std::byte> body;
    if (!plain_bytes(bytes, body)) return {};
    const std::size_t room = std::max<std::size_t>(body.size(), 1);
    auto* const memory = static_cast<std::byte*>(::operator new(room, plain_alignment));
    std::copy(body.begin(), body.end(), memory);
    return MessageRef(new ReceivedMessage(nullptr, memory, body.size()));
  }
  auto* const memory = static_cast<std::byte*>(::operator new(type->size_bytes));
  msg::construct(*type, memory, msg::MessageInitialization::zero);
  MessageRef message(new ReceivedMessage(type, memory, type->size_bytes));
  return msg::decode_message(*type, bytes, memory) ? std::move(message) : MessageRef();
}

ReceivedMessage::~ReceivedMessage() {
  if (memory_ == nullptr) return;
  if (type_ != nullptr) msg::destroy(*type_, memory_);
  type_ == nullptr ? ::operator delete(memory_, plain_alignment) : ::operator delete(memory_);
}

void* ReceivedMessage::give_away() noexcept {
  return type_ == nullptr ? nullptr : std::exchange(memory_, nullptr);
}

}  // namespace baton::dds
