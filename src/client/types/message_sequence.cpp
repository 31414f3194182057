// SPDX-License-Identifier: Apache-2.0
#include "client/types/message_sequence.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include <baton/msg/operations.hpp>

#include "msg/raw_container.hpp"

namespace baton::client {
namespace {

/// Raw memory on the heap with the first elements constructed, which are destroyed with it.
class Row {
 public:
  Row(const msg::TypeSupport& type, std::size_t capacity)
      : type_(type), memory_(::operator new(capacity* type.size_bytes)) {}
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  ~Row() {
    for (std::size_t i = 0; i < size_; ++i) msg::destroy(type_, at(i));
    ::operator delete(memory_);
  }

  void* at(std::size_t index) { return in_array(type_, memory_, index); }
  void add_copy(const void* from) {
    msg::copy(type_, at(size_), from);
    ++size_;
  }
  void add() {
    msg::construct(type_, at(size_));
    ++size_;
  }

 private:
  const msg::TypeSupport& type_;
  void* const memory_;
  std::size_t size_ = 0;
};

/// Puts copies of a row into a larger block.
void move_to_larger_block(const msg::TypeSupport& type, msg::ContainerHeader& container,
                          std::uint32_t size) {
  Row row(type, size);
  for (std::size_t i = 0; i < container.size; ++i) row.add_copy(in_sequence(type, &container, i));
  for (std::size_t i = container.size; i < size; ++i) row.add();
  for (std::size_t i = 0; i < container.size; ++i) {
    msg::destroy(type, in_sequence(type, &container, i));
  }
  container.size = 0;
  msg::raw::allocate(container, size, type.size_bytes, 0);
  for (; container.size < size; ++container.size) {
    msg::copy(type, in_sequence(type, &container, container.size), row.at(container.size));
  }
}

}  // namespace

void assign_message(const msg::TypeSupport& type, void* to, const void* from) {
  if (to == from) return;
  msg::destroy(type, to);
  try {
    msg::copy(type, to, from);
  } catch (...) {
    msg::walk::construct(type, to);
    throw;
  }
}

void resize_sequence(const msg::TypeSupport& type, void* field, std::size_t size) {
  auto& container = *static_cast<msg::ContainerHeader*>(field);
  if (size > msg::ContainerHeader::most_elements) {
    throw std::length_error("a sequence of a message cannot have " + std::to_string(size) +
                            " elements");
  }
  while (container.size > size) {
    msg::destroy(type, in_sequence(type, &container, container.size - 1));
    --container.size;
  }
  if (size == container.size) return;
  if (size > container.capacity()) {
    return move_to_larger_block(type, container, static_cast<std::uint32_t>(size));
  }
  for (; container.size < size; ++container.size) {
    msg::construct(type, in_sequence(type, &container, container.size));
  }
}

}  // namespace baton::client
