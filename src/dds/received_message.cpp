// SPDX-License-Identifier: Apache-2.0
#include "dds/received_message.hpp"

#include <algorithm>
#include <new>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton::dds {
namespace {

using transport::MessageRef;

/// Plain types may need a larger alignment than `new` gives.
constexpr std::align_val_t plain_alignment{64};

/// How many bytes of padding may follow a message.
constexpr std::size_t most_padding_bytes = 3;
constexpr std::size_t header_bytes = sizeof(std::uint64_t) + sizeof(std::int64_t);

bool is_plain_cdr(std::span<const std::byte> bytes) {
  return bytes.size() >= msg::encapsulation_bytes && bytes[0] == std::byte{0} &&
         bytes[1] <= std::byte{1};
}

/// Decodes into a constructed message, from `skipped_bytes` behind the encapsulation. False if
/// anything else follows the message.
bool decode_whole(const msg::TypeSupport& type, std::span<const std::byte> bytes,
                  std::size_t skipped_bytes, void* message) {
  const std::size_t begin = msg::encapsulation_bytes + skipped_bytes;
  if (!is_plain_cdr(bytes) || bytes.size() < begin) return false;
  msg::CdrReader reader(bytes.subspan(begin), bytes[1] == std::byte{0});
  return msg::decode(type, reader, message) && reader.remaining() <= most_padding_bytes;
}

/// Finds the bytes of a plain message in the buffer; false if these are no sequence of octets.
bool plain_bytes(std::span<const std::byte> bytes, std::span<const std::byte>& found) {
  if (!is_plain_cdr(bytes)) return false;
  const auto body = bytes.subspan(msg::encapsulation_bytes);
  msg::CdrReader reader(body, bytes[1] == std::byte{0});
  std::uint32_t count = 0;
  if (!reader.length(count, 1)) return false;
  found = body.subspan(reader.position(), count);
  return true;
}

}  // namespace

ReceivedMessage::ReceivedMessage(const msg::TypeSupport& type)
    : CountedMessage(::operator new(type.size_bytes), type.size_bytes, nullptr),
      type_(&type),
      memory_(const_cast<std::byte*>(data())) {
  try {
    msg::construct(type, memory_, msg::MessageInitialization::zero);
  } catch (...) {
    ::operator delete(memory_);
    throw;
  }
}

ReceivedMessage::ReceivedMessage(std::span<const std::byte> plain)
    : CountedMessage(::operator new(std::max<std::size_t>(plain.size(), 1), plain_alignment),
                     plain.size(), nullptr),
      type_(nullptr),
      memory_(const_cast<std::byte*>(data())) {
  std::copy(plain.begin(), plain.end(), memory_);
}

MessageRef ReceivedMessage::decode(const msg::TypeSupport* type, std::span<const std::byte> bytes) {
  if (type == nullptr) {
    std::span<const std::byte> body;
    if (!plain_bytes(bytes, body)) return {};
    return MessageRef(new ReceivedMessage(body));
  }
  auto* const made = new ReceivedMessage(*type);
  MessageRef message(made);
  return msg::decode_message(*type, bytes, made->memory_) ? std::move(message) : MessageRef();
}

MessageRef ReceivedMessage::decode_body(const EnvelopeType& type, std::span<const std::byte> bytes,
                                        Form& form) {
  auto* const made = new ReceivedMessage(*type.envelope);
  MessageRef envelope(made);
  void* const message = made->memory_ + type.message_offset_bytes;
  if (decode_whole(*type.message, bytes, 0, message)) {
    form = Form::plain;
    return envelope;
  }
  const bool has_header = decode_whole(*type.message, bytes, header_bytes, message);
  form = has_header ? Form::with_header : Form::none;
  return {};
}

void ReceivedMessage::set_identity(transport::CountedMessage& envelope,
                                   const RequestIdentity& identity) {
  ::new (static_cast<ReceivedMessage&>(envelope).memory_) RequestIdentity(identity);
}

ReceivedMessage::~ReceivedMessage() {
  if (memory_ == nullptr) return;
  if (type_ == nullptr) {
    ::operator delete(memory_, plain_alignment);
  } else {
    msg::destroy(*type_, memory_);
    ::operator delete(memory_);
  }
}

void* ReceivedMessage::give_away() noexcept {
  return type_ == nullptr ? nullptr : std::exchange(memory_, nullptr);
}

}  // namespace baton::dds
