// SPDX-License-Identifier: Apache-2.0
// Construction, comparison and measuring of a message by its field table. Zero bytes are a valid
// message: every number is 0, every container empty.
#include <algorithm>
#include <cstring>

#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"
#include "msg/raw_container.hpp"

namespace baton::msg::walk {

namespace {

/// The values of a field: one or several in a row, in the field itself or in its block.
template <class Byte>
struct Elements {
  Byte* first;
  std::uint32_t count;
};

ContainerHeader& container_at(void* address) { return *static_cast<ContainerHeader*>(address); }
const ContainerHeader& container_at(const void* address) {
  return *static_cast<const ContainerHeader*>(address);
}

template <class Byte>
Elements<Byte> elements_of(const Field& field, Byte* at) {
  if (is_sequence(field)) {
    auto& container = container_at(at);
    return {container.data(), container.size};
  }
  return {at, field.shape == Shape::array ? field.count : 1};
}

void destroy_elements(const Field& field, std::byte* first, std::uint32_t count) noexcept {
  if (is_plain(field)) return;
  const std::size_t step = element_bytes(field);
  for (std::uint32_t i = 0; i < count; ++i, first += step) {
    if (field.kind == Kind::message) {
      walk::destroy(*field.nested, first);
    } else {
      raw::release_string(container_at(first), field.kind);
    }
  }
}

template <class Character>
void copy_string(ContainerHeader& to, const ContainerHeader& from) {
  raw::assign_string(to, reinterpret_cast<const Character*>(from.data()), from.size);
}

/// Copies into zero bytes.
void copy_fields(const TypeSupport& type, std::byte* to, const std::byte* from);

void copy_elements(const Field& field, std::byte* to, const std::byte* from, std::uint32_t count) {
  const std::size_t step = element_bytes(field);
  if (is_plain(field)) {
    std::memcpy(to, from, count * step);
    return;
  }
  for (std::uint32_t i = 0; i < count; ++i, to += step, from += step) {
    if (field.kind == Kind::message) {
      copy_fields(*field.nested, to, from);
    } else if (field.kind == Kind::string) {
      copy_string<char>(container_at(to), container_at(from));
    } else {
      copy_string<char16_t>(container_at(to), container_at(from));
    }
  }
}

void copy_fields(const TypeSupport& type, std::byte* to, const std::byte* from) {
  if (type.plain) {
    std::memcpy(to, from, type.size_bytes);
    return;
  }
  for (const Field& field : type.fields) {
    const auto source = elements_of(field, from + field.offset_bytes);
    std::byte* target = to + field.offset_bytes;
    if (is_sequence(field)) {
      if (source.count == 0) continue;
      ContainerHeader& container = container_at(target);
      target = raw::resize(container, source.count, element_bytes(field));
      if (!is_plain(field)) std::memset(target, 0, source.count * element_bytes(field));
    }
    copy_elements(field, target, source.first, source.count);
  }
}

template <class Character>
bool equal_strings(const ContainerHeader& one, const ContainerHeader& other) {
  return one.size == other.size &&
         std::memcmp(one.data(), other.data(), one.size * sizeof(Character)) == 0;
}

bool equal_elements(const Field& field, const std::byte* one, const std::byte* other,
                    std::uint32_t count) {
  const std::size_t step = element_bytes(field);
  const auto all = [&](auto&& same) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!same(one + i * step, other + i * step)) return false;
    }
    return true;
  };
  switch (field.kind) {
    case Kind::message:
      return all([&](auto* a, auto* b) { return walk::equal(*field.nested, a, b); });
    case Kind::string:
      return all(
          [](auto* a, auto* b) { return equal_strings<char>(container_at(a), container_at(b)); });
    case Kind::wide_string:
      return all([](auto* a, auto* b) {
        return equal_strings<char16_t>(container_at(a), container_at(b));
      });
    case Kind::boolean:
      // A stranger may have written any byte: every value except 0 is true.
      return all([](auto* a, auto* b) { return (*a == std::byte{}) == (*b == std::byte{}); });
    default:
      return with_type(field.kind, [&]<class T>(std::type_identity<T>) {
        const auto* a = reinterpret_cast<const T*>(one);
        return std::equal(a, a + count, reinterpret_cast<const T*>(other));
      });
  }
}

std::size_t footprint_of_elements(const Field& field, const std::byte* first,
                                  std::uint32_t count) noexcept {
  if (is_plain(field)) return 0;
  const std::size_t step = element_bytes(field);
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < count; ++i, first += step) {
    if (field.kind == Kind::message) {
      bytes += walk::footprint(*field.nested, first);
      continue;
    }
    const std::size_t size = container_at(first).size;
    if (size == 0) continue;
    bytes += block_footprint((size + 1) * (field.kind == Kind::string ? 1 : sizeof(char16_t)));
  }
  return bytes;
}

}  // namespace

void construct(const TypeSupport& type, void* memory) noexcept {
  std::memset(memory, 0, type.size_bytes);
}

void destroy(const TypeSupport& type, void* message) noexcept {
  if (type.plain) return;
  for (const Field& field : type.fields) {
    std::byte* at = static_cast<std::byte*>(message) + field.offset_bytes;
    const auto elements = elements_of(field, at);
    destroy_elements(field, elements.first, elements.count);
    if (is_sequence(field)) raw::release(container_at(at), element_bytes(field), 0);
  }
}

void copy(const TypeSupport& type, void* to, const void* from) {
  walk::construct(type, to);
  try {
    copy_fields(type, static_cast<std::byte*>(to), static_cast<const std::byte*>(from));
  } catch (...) {
    walk::destroy(type, to);
    throw;
  }
}

bool equal(const TypeSupport& type, const void* one, const void* other) {
  for (const Field& field : type.fields) {
    const auto a = elements_of(field, static_cast<const std::byte*>(one) + field.offset_bytes);
    const auto b = elements_of(field, static_cast<const std::byte*>(other) + field.offset_bytes);
    if (a.count != b.count || !equal_elements(field, a.first, b.first, a.count)) return false;
  }
  return true;
}

std::size_t footprint(const TypeSupport& type, const void* message) noexcept {
  if (type.plain) return 0;
  std::size_t bytes = 0;
  for (const Field& field : type.fields) {
    const auto elements =
        elements_of(field, static_cast<const std::byte*>(message) + field.offset_bytes);
    if (is_sequence(field)) bytes += block_footprint(elements.count * element_bytes(field));
    bytes += footprint_of_elements(field, elements.first, elements.count);
  }
  return bytes;
}

}  // namespace baton::msg::walk
