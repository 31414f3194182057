// SPDX-License-Identifier: Apache-2.0
// What follows from a field's kind and shape: types, sizes, alignments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <baton/msg/container_header.hpp>
#include <baton/msg/type_support.hpp>

#include "base/assert.hpp"

namespace baton::msg {

inline bool is_sequence(const Field& field) noexcept {
  return field.shape == Shape::sequence || field.shape == Shape::bounded_sequence;
}
inline bool is_string(Kind kind) noexcept {
  return kind == Kind::string || kind == Kind::wide_string;
}
/// The most elements of a sequence.
inline std::uint32_t bound_of(const Field& field) noexcept {
  return field.shape == Shape::bounded_sequence ? field.count : ContainerHeader::most_elements;
}
inline std::uint32_t string_bound_of(const Field& field) noexcept {
  return field.string_bound != 0 ? field.string_bound : ContainerHeader::most_elements;
}

/// Calls visitor(std::type_identity<T>{}) with the C++ type of a kind that is no message and no
/// string. `bool` stands for itself: its byte may be anything in a stranger's memory.
template <class Visitor>
decltype(auto) with_type(Kind kind, Visitor&& visitor) {
  switch (kind) {
    case Kind::int8:
      return visitor(std::type_identity<std::int8_t>{});
    case Kind::uint8:
    case Kind::character:
    case Kind::byte:
      return visitor(std::type_identity<std::uint8_t>{});
    case Kind::int16:
      return visitor(std::type_identity<std::int16_t>{});
    case Kind::uint16:
      return visitor(std::type_identity<std::uint16_t>{});
    case Kind::int32:
      return visitor(std::type_identity<std::int32_t>{});
    case Kind::uint32:
      return visitor(std::type_identity<std::uint32_t>{});
    case Kind::int64:
      return visitor(std::type_identity<std::int64_t>{});
    case Kind::uint64:
      return visitor(std::type_identity<std::uint64_t>{});
    case Kind::float32:
      return visitor(std::type_identity<float>{});
    case Kind::float64:
      return visitor(std::type_identity<double>{});
    case Kind::wide_character:
      return visitor(std::type_identity<char16_t>{});
    case Kind::boolean:
      return visitor(std::type_identity<bool>{});
    case Kind::message:
    case Kind::string:
    case Kind::wide_string:
      break;
  }
  const int number = static_cast<int>(kind);
  BATON_ASSERT(false && "a kind of field that has no C++ type of its own", number);
  __builtin_unreachable();
}

inline std::size_t primitive_bytes(Kind kind) {
  return with_type(kind, []<class T>(std::type_identity<T>) { return sizeof(T); });
}

/// Size of one element in memory.
inline std::size_t element_bytes(const Field& field) {
  if (field.kind == Kind::message) return field.nested->size_bytes;
  return is_string(field.kind) ? sizeof(ContainerHeader) : primitive_bytes(field.kind);
}
inline std::size_t element_alignment(const Field& field) {
  if (field.kind == Kind::message) return field.nested->alignment;
  return is_string(field.kind) ? alignof(ContainerHeader) : primitive_bytes(field.kind);
}
/// True if an element has no memory besides its own bytes.
inline bool is_plain(const Field& field) noexcept {
  return field.kind == Kind::message ? field.nested->plain : !is_string(field.kind);
}

/// True if any bytes are a valid element.
inline bool takes_any_bytes(const Field& field) noexcept {
  if (field.kind == Kind::message) return field.nested->any_bytes;
  return !is_string(field.kind) && field.kind != Kind::boolean;
}

/// The least that an element takes in CDR, alignment not counted.
inline std::size_t cdr_least_element_bytes(const Field& field) {
  if (field.kind == Kind::message) return field.nested->cdr_least_bytes;
  if (is_string(field.kind) || field.kind == Kind::wide_character) return 4;
  return primitive_bytes(field.kind);
}

/// Alignment of the first value in the CDR of the type.
inline std::size_t cdr_first_alignment(const TypeSupport& type) {
  const TypeSupport* inner = &type;
  while (!inner->fields.empty()) {
    const Field& first = inner->fields.front();
    if (is_sequence(first) || is_string(first.kind)) return 4;
    if (first.kind == Kind::wide_character) return 4;
    if (first.kind != Kind::message) return primitive_bytes(first.kind);
    inner = first.nested;
  }
  return 1;
}

}  // namespace baton::msg
