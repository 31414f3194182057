// SPDX-License-Identifier: Apache-2.0
#include <baton/serialized_message.hpp>

#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <utility>

#include <baton/exceptions.hpp>
#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>
#include <baton/serialization.hpp>

namespace baton {
namespace {

void assign(SerializedMessage& to, const rcl_serialized_message_t& from) {
  to.reserve(from.buffer_length);
  rcl_serialized_message_t& bytes = to.get_rcl_serialized_message();
  if (from.buffer_length != 0) std::memcpy(bytes.buffer, from.buffer, from.buffer_length);
  bytes.buffer_length = from.buffer_length;
}

}  // namespace

SerializedMessage::SerializedMessage(std::size_t initial_capacity_bytes) {
  reserve(initial_capacity_bytes);
}

// Delegating, so that the destructor runs when the rest throws.
SerializedMessage::SerializedMessage(const SerializedMessage& other) : SerializedMessage(0) {
  assign(*this, other.message_);
}

SerializedMessage::SerializedMessage(const rcl_serialized_message_t& other) : SerializedMessage(0) {
  assign(*this, other);
}

SerializedMessage::SerializedMessage(SerializedMessage&& other) noexcept
    : message_(std::exchange(other.message_, {})) {}

SerializedMessage& SerializedMessage::operator=(const SerializedMessage& other) {
  if (this != &other) assign(*this, other.message_);
  return *this;
}

SerializedMessage& SerializedMessage::operator=(SerializedMessage&& other) noexcept {
  std::swap(message_, other.message_);
  return *this;
}

SerializedMessage::~SerializedMessage() { std::free(message_.buffer); }

void SerializedMessage::reserve(std::size_t capacity_bytes) {
  if (capacity_bytes <= message_.buffer_capacity) return;
  void* const larger = std::realloc(message_.buffer, capacity_bytes);
  if (larger == nullptr) throw std::bad_alloc();
  message_.buffer = static_cast<std::uint8_t*>(larger);
  message_.buffer_capacity = capacity_bytes;
}

void SerializationBase::serialize_message(const void* message,
                                          SerializedMessage* serialized) const {
  if (message == nullptr || serialized == nullptr) {
    throw exceptions::RCLInvalidArgument("serialize_message: a pointer is null");
  }
  const std::size_t size_bytes = msg::encoded_size(type_, message);
  serialized->reserve(size_bytes);
  rcl_serialized_message_t& bytes = serialized->get_rcl_serialized_message();
  bytes.buffer_length = 0;
  if (!msg::encode_message(type_, message,
                           std::as_writable_bytes(std::span(bytes.buffer, size_bytes)))) {
    throw exceptions::RCLError("serialize_message: the " + std::string(type_.type_name) +
                               " was changed while it was read");
  }
  bytes.buffer_length = size_bytes;
}

void SerializationBase::deserialize_message(const SerializedMessage* serialized,
                                            void* message) const {
  if (message == nullptr || serialized == nullptr) {
    throw exceptions::RCLInvalidArgument("deserialize_message: a pointer is null");
  }
  const rcl_serialized_message_t& bytes = serialized->get_rcl_serialized_message();
  if (!msg::decode_message(type_, std::as_bytes(std::span(bytes.buffer, bytes.buffer_length)),
                           message)) {
    throw exceptions::RCLInvalidArgument("deserialize_message: the " +
                                         std::to_string(bytes.buffer_length) + " bytes are not a " +
                                         std::string(type_.type_name));
  }
}

}  // namespace baton
