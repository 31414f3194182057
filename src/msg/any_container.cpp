// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/any_container.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"
#include "msg/raw_container.hpp"

namespace baton::msg {
namespace {

ContainerHeader& header_at(void* container) { return *static_cast<ContainerHeader*>(container); }

void require_length(std::size_t size) {
  if (size <= ContainerHeader::most_elements) return;
  throw std::length_error("a string or sequence of a message cannot have " + std::to_string(size) +
                          " elements; the most is " +
                          std::to_string(ContainerHeader::most_elements));
}

void construct_element(const Field& field, std::byte* at) {
  if (field.kind == Kind::message) return construct(*field.nested, at);
  std::memset(at, 0, element_bytes(field));
}

void destroy_element(const Field& field, std::byte* at) noexcept {
  if (field.kind == Kind::message) return destroy(*field.nested, at);
  if (is_string(field.kind)) raw::release_string(header_at(at), field.kind);
}

void copy_element(const Field& field, std::byte* to, const std::byte* from) {
  if (field.kind == Kind::message) return copy(*field.nested, to, from);
  std::memset(to, 0, sizeof(ContainerHeader));
  const auto& text = *reinterpret_cast<const ContainerHeader*>(from);
  if (field.kind == Kind::string) {
    raw::assign_string(header_at(to), reinterpret_cast<const char*>(text.data()), text.size);
  } else {
    raw::assign_string(header_at(to), reinterpret_cast<const char16_t*>(text.data()), text.size);
  }
}

/// Raw memory on the heap with the first elements constructed, which are destroyed with it.
class Row {
 public:
  Row(const Field& field, std::size_t capacity)
      : field_(field),
        step_(element_bytes(field)),
        memory_(static_cast<std::byte*>(::operator new(capacity* step_))) {}
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  ~Row() {
    for (std::size_t i = 0; i < size_; ++i) destroy_element(field_, at(i));
    ::operator delete(memory_);
  }

  std::byte* at(std::size_t index) { return memory_ + index * step_; }
  void add_copy(const std::byte* from) {
    copy_element(field_, at(size_), from);
    ++size_;
  }

 private:
  const Field& field_;
  const std::size_t step_;
  std::byte* const memory_;
  std::size_t size_ = 0;
};

/// Gives the container a block for `capacity` elements; what it has stays. Elements that are not
/// plain are copied twice, because their own blocks may lie behind the block that is given up.
void grow(const Field& field, ContainerHeader& container, std::uint32_t capacity) {
  const std::size_t step = element_bytes(field);
  const bool in_loan = home_of(&container) != Home::heap;
  if (in_loan && container.offset_bytes != 0 && !container.on_heap() &&
      detail::extend_in_loan(&container, container.data(), container.capacity() * step,
                             capacity * step)) {
    container.capacity_and_flags = capacity;
    return;
  }
  const std::uint32_t size = container.size;
  Row row(field, is_plain(field) ? 0 : size);
  if (is_plain(field)) {
    ContainerHeader old = container;
    std::byte* const old_data = container.data();
    container = {};
    try {
      raw::allocate(container, capacity, step, 0);
    } catch (...) {
      old.offset_bytes =
          reinterpret_cast<std::intptr_t>(old_data) - reinterpret_cast<std::intptr_t>(&container);
      container = old;
      throw;
    }
    if (old.offset_bytes == 0) return;
    std::memcpy(container.data(), old_data, size * step);
    container.size = size;
    if (!in_loan) {
      ::operator delete(old_data);
    } else {
      detail::release_in_loan(&container, old_data, old.capacity() * step, old.on_heap());
    }
    return;
  }
  for (std::uint32_t i = 0; i < size; ++i) row.add_copy(container.data() + i * step);
  for (std::uint32_t i = 0; i < size; ++i) destroy_element(field, container.data() + i * step);
  container.size = 0;
  raw::allocate(container, capacity, step, 0);
  for (; container.size < size; ++container.size) {
    copy_element(field, container.data() + container.size * step, row.at(container.size));
  }
}

}  // namespace

std::size_t element_bytes_of(const Field& field) noexcept { return element_bytes(field); }

void assign_text(void* container, std::string_view text) {
  require_length(text.size() + 1);
  raw::assign_string(header_at(container), text.data(), static_cast<std::uint32_t>(text.size()));
}

void assign_text(void* container, std::u16string_view text) {
  require_length(text.size() + 1);
  raw::assign_string(header_at(container), text.data(), static_cast<std::uint32_t>(text.size()));
}

std::byte* resize_sequence(const Field& field, void* at, std::size_t size, bool uninitialised) {
  require_length(size);
  ContainerHeader& container = header_at(at);
  const std::size_t step = element_bytes(field);
  while (!is_plain(field) && container.size > size) {
    destroy_element(field, container.data() + (container.size - 1) * step);
    --container.size;
  }
  if (size > container.capacity()) grow(field, container, static_cast<std::uint32_t>(size));
  const bool numbers = field.kind != Kind::message && !is_string(field.kind);
  if (numbers) {
    if (!uninitialised && size > container.size) {
      std::memset(container.data() + container.size * step, 0, (size - container.size) * step);
    }
    container.size = static_cast<std::uint32_t>(size);
  } else {
    container.size = std::min(container.size, static_cast<std::uint32_t>(size));
    for (; container.size < size; ++container.size) {
      construct_element(field, container.data() + container.size * step);
    }
  }
  return container.offset_bytes == 0 ? nullptr : container.data();
}

}  // namespace baton::msg
