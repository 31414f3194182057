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
#include <baton/type_support_handle.hpp>

namespace rclcpp {
namespace {

void assign(SerializedMessage& to, const rcl_serialized_message_t& from) {
  to.reserve(from.buffer_length);
  rcl_serialized_message_t& bytes = to.get_rcl_serialized_message();
  if (from.buffer_length != 0) std::memcpy(bytes.buffer, from.buffer, from.buffer_length);
  bytes.buffer_length = from.buffer_length;
}

bool is_complete(const rcutils_allocator_t& allocator) {
  return allocator.allocate != nullptr && allocator.deallocate != nullptr &&
         allocator.reallocate != nullptr;
}

/// The allocator of a message that a program in C may have left without one.
const rcutils_allocator_t& allocator_of(const rcl_serialized_message_t& message) {
  static const rcutils_allocator_t heap = heap_allocator();
  return is_complete(message.allocator) ? message.allocator : heap;
}

rcl_serialized_message_t take(rcl_serialized_message_t& from) {
  rcl_serialized_message_t taken = from;
  taken.allocator = allocator_of(from);
  from.buffer = nullptr;
  from.buffer_length = 0;
  from.buffer_capacity = 0;
  return taken;
}

}  // namespace

rcutils_allocator_t heap_allocator() {
  return {[](std::size_t size, void*) { return std::malloc(size); },
          [](void* memory, void*) { std::free(memory); },
          [](void* memory, std::size_t size, void*) { return std::realloc(memory, size); },
          [](std::size_t count, std::size_t size, void*) { return std::calloc(count, size); },
          nullptr};
}

SerializedMessage::SerializedMessage(std::size_t initial_capacity_bytes,
                                     const rcutils_allocator_t& allocator) {
  if (!is_complete(allocator)) {
    throw exceptions::RCLInvalidArgument(
        "SerializedMessage: the allocator lacks a function: use rcl_get_default_allocator()");
  }
  message_.allocator = allocator;
  reserve(initial_capacity_bytes);
}

// Delegating, so that the destructor runs when the rest throws.
SerializedMessage::SerializedMessage(const SerializedMessage& other)
    : SerializedMessage(other.message_) {}

SerializedMessage::SerializedMessage(const rcl_serialized_message_t& other)
    : SerializedMessage(0, allocator_of(other)) {
  assign(*this, other);
}

SerializedMessage::SerializedMessage(SerializedMessage&& other) noexcept
    : message_(take(other.message_)) {}

SerializedMessage::SerializedMessage(rcl_serialized_message_t&& other) noexcept
    : message_(take(other)) {}

SerializedMessage& SerializedMessage::operator=(const SerializedMessage& other) {
  if (this != &other) assign(*this, other.message_);
  return *this;
}

SerializedMessage& SerializedMessage::operator=(const rcl_serialized_message_t& other) {
  if (&message_ != &other) assign(*this, other);
  return *this;
}

SerializedMessage& SerializedMessage::operator=(SerializedMessage&& other) noexcept {
  std::swap(message_, other.message_);
  return *this;
}

SerializedMessage& SerializedMessage::operator=(rcl_serialized_message_t&& other) noexcept {
  if (&message_ == &other) return *this;
  free_memory();
  message_ = take(other);
  return *this;
}

SerializedMessage::~SerializedMessage() { free_memory(); }

void SerializedMessage::free_memory() noexcept {
  if (message_.buffer == nullptr) return;
  message_.allocator.deallocate(message_.buffer, message_.allocator.state);
}

void SerializedMessage::reserve(std::size_t capacity_bytes) {
  if (capacity_bytes <= message_.buffer_capacity) return;
  void* const larger =
      message_.allocator.reallocate(message_.buffer, capacity_bytes, message_.allocator.state);
  if (larger == nullptr) throw std::bad_alloc();
  message_.buffer = static_cast<std::uint8_t*>(larger);
  message_.buffer_capacity = capacity_bytes;
}

rcl_serialized_message_t SerializedMessage::release_rcl_serialized_message() {
  return take(message_);
}

SerializationBase::SerializationBase(const rosidl_message_type_support_t* type)
    : SerializationBase(to_type_support(type)) {}

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

}  // namespace rclcpp
