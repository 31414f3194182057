// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/dynamic_message.hpp>

#include <new>
#include <utility>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton::msg {

namespace {

/// Makes a message on the heap: a copy of `source`, or a new one if `source` is null.
void* make(const TypeSupport& type, const void* source) {
  void* memory = ::operator new(type.size_bytes);
  try {
    source != nullptr ? copy(type, memory, source) : construct(type, memory);
  } catch (...) {
    ::operator delete(memory);
    throw;
  }
  return memory;
}

}  // namespace

void DynamicMessage::Delete::operator()(void* message) const noexcept {
  destroy(*type, message);
  ::operator delete(message);
}

DynamicMessage::DynamicMessage(std::shared_ptr<const ReflectedType> owner, const TypeSupport& type,
                               const void* source)
    : type_(&type), memory_(make(type, source), Delete{&type, std::move(owner)}) {}

DynamicMessage::DynamicMessage(std::shared_ptr<const ReflectedType> type)
    : DynamicMessage(type, type->type(), nullptr) {}
DynamicMessage::DynamicMessage(const TypeSupport& type) : DynamicMessage(nullptr, type, nullptr) {}
DynamicMessage::DynamicMessage(std::shared_ptr<const ReflectedType> type, const void* message)
    : DynamicMessage(type, type->type(), message) {}
DynamicMessage::DynamicMessage(const TypeSupport& type, const void* message)
    : DynamicMessage(nullptr, type, message) {}

DynamicMessage::DynamicMessage(const DynamicMessage& other)
    : DynamicMessage(other.memory_.get_deleter().owner, *other.type_, other.data()) {}

DynamicMessage& DynamicMessage::operator=(const DynamicMessage& other) {
  return *this = DynamicMessage(other);
}

std::optional<DynamicMessage> DynamicMessage::decode(std::shared_ptr<const ReflectedType> type,
                                                     Span<const std::byte> bytes) {
  // Check the size before allocating: a description may promise a message of a gigabyte.
  if (bytes.size() < encapsulation_bytes + type->type().cdr_least_bytes) return {};
  DynamicMessage message(std::move(type));
  if (!decode_message(*message.type_, bytes, message.data())) return {};
  return message;
}

bool DynamicMessage::operator==(const DynamicMessage& other) const {
  return type_->hash == other.type_->hash && type_->layout_hash == other.type_->layout_hash &&
         equal(*type_, data(), other.data());
}

}  // namespace baton::msg
