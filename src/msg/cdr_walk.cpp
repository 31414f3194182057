// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes CDR of a message by its field table.
#include <cstring>

#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"
#include "msg/raw_container.hpp"

namespace baton::msg::walk {

namespace {

const ContainerHeader& container_at(const std::byte* address) {
  return *reinterpret_cast<const ContainerHeader*>(address);
}
ContainerHeader& container_at(std::byte* address) {
  return *reinterpret_cast<ContainerHeader*>(address);
}

std::uint32_t inline_count(const Field& field) {
  return field.shape == Shape::array ? field.count : 1;
}

void measure(const TypeSupport& type, CdrMeasure& cdr, const std::byte* message) noexcept;

void measure_elements(const Field& field, CdrMeasure& cdr, const std::byte* first,
                      std::uint32_t count) noexcept {
  if (count == 0) return;
  switch (field.kind) {
    case Kind::message: {
      const TypeSupport& nested = *field.nested;
      if (nested.dense) {
        cdr.align(cdr_first_alignment(nested));
        if (cdr.matches(0, nested.alignment)) {
          return cdr.bytes(std::size_t{count} * nested.size_bytes);
        }
      }
      for (std::uint32_t i = 0; i < count; ++i) measure(nested, cdr, first + i * nested.size_bytes);
      return;
    }
    case Kind::string:
    case Kind::wide_string:
      for (std::uint32_t i = 0; i < count; ++i, first += sizeof(ContainerHeader)) {
        const std::uint32_t size = container_at(first).size;
        field.kind == Kind::string ? cdr.string(size) : cdr.wide_string(size);
      }
      return;
    case Kind::wide_character:
      return cdr.elements(4, count);
    default:
      return cdr.elements(primitive_bytes(field.kind), count);
  }
}

void measure(const TypeSupport& type, CdrMeasure& cdr, const std::byte* message) noexcept {
  if (type.fields.empty()) return cdr.bytes(1);
  for (const Field& field : type.fields) {
    const std::byte* at = message + field.offset_bytes;
    if (is_sequence(field)) {
      const ContainerHeader& container = container_at(at);
      cdr.elements(4);
      measure_elements(field, cdr, container.data(), container.size);
    } else {
      measure_elements(field, cdr, at, inline_count(field));
    }
  }
}

void encode_elements(const Field& field, CdrWriter& writer, const std::byte* first,
                     std::uint32_t count) noexcept {
  if (count == 0) return;
  switch (field.kind) {
    case Kind::message: {
      const TypeSupport& nested = *field.nested;
      if (nested.dense) {
        writer.align(cdr_first_alignment(nested));
        if (writer.matches(0, nested.alignment)) {
          return writer.bytes(first, std::size_t{count} * nested.size_bytes);
        }
      }
      for (std::uint32_t i = 0; i < count && writer.complete(); ++i) {
        walk::encode(nested, writer, first + i * nested.size_bytes);
      }
      return;
    }
    case Kind::string:
      for (std::uint32_t i = 0; i < count; ++i, first += sizeof(ContainerHeader)) {
        const ContainerHeader& text = container_at(first);
        writer.string(reinterpret_cast<const char*>(text.data()), text.size);
      }
      return;
    case Kind::wide_string:
      for (std::uint32_t i = 0; i < count; ++i, first += sizeof(ContainerHeader)) {
        const ContainerHeader& text = container_at(first);
        writer.wide_string(reinterpret_cast<const char16_t*>(text.data()), text.size);
      }
      return;
    default:
      with_type(field.kind, [&]<class T>(std::type_identity<T>) {
        writer.elements(reinterpret_cast<const T*>(first), count);
      });
  }
}

bool decode_string(const Field& field, CdrReader& reader, ContainerHeader& to) {
  const std::uint32_t bound = string_bound_of(field);
  if (field.kind == Kind::string) {
    std::string_view text;
    if (!reader.string(text, bound)) return false;
    raw::assign_string(to, text.data(), static_cast<std::uint32_t>(text.size()));
    return true;
  }
  std::uint32_t size = 0;
  if (!reader.length(size, 4, bound)) return false;
  return reader.elements(raw::resize_string<char16_t>(to, size), size);
}

/// Decodes into constructed elements.
bool decode_elements(const Field& field, CdrReader& reader, std::byte* first, std::uint32_t count) {
  if (count == 0) return true;
  switch (field.kind) {
    case Kind::message: {
      const TypeSupport& nested = *field.nested;
      if (nested.dense) {
        if (!reader.align(cdr_first_alignment(nested))) return false;
        if (reader.matches(0, nested.alignment)) {
          return reader.bytes(first, std::size_t{count} * nested.size_bytes);
        }
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!walk::decode(nested, reader, first + i * nested.size_bytes)) return false;
      }
      return true;
    }
    case Kind::string:
    case Kind::wide_string:
      for (std::uint32_t i = 0; i < count; ++i, first += sizeof(ContainerHeader)) {
        if (!decode_string(field, reader, container_at(first))) return false;
      }
      return true;
    default:
      return with_type(field.kind, [&]<class T>(std::type_identity<T>) {
        return reader.elements(reinterpret_cast<T*>(first), count);
      });
  }
}

void destroy_elements(const Field& field, std::byte* first, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i, first += element_bytes(field)) {
    if (field.kind == Kind::message) {
      walk::destroy(*field.nested, first);
    } else {
      raw::release_string(container_at(first), field.kind);
    }
  }
}

bool decode_sequence(const Field& field, CdrReader& reader, ContainerHeader& to) {
  std::uint32_t count = 0;
  if (!reader.length(count, cdr_least_element_bytes(field), bound_of(field))) return false;
  const std::size_t step = element_bytes(field);
  if (!is_plain(field)) {
    destroy_elements(field, to.data(), to.size);
    to.size = 0;
  }
  std::byte* first = raw::resize(to, count, step);
  if (field.kind == Kind::message || is_string(field.kind)) {
    std::memset(first, 0, count * step);
    return decode_elements(field, reader, first, count);
  }
  // Hide elements that were not decoded.
  if (!decode_elements(field, reader, first, count)) {
    to.size = 0;
    return false;
  }
  return true;
}

}  // namespace

std::size_t cdr_size(const TypeSupport& type, const void* message, std::size_t at) noexcept {
  CdrMeasure cdr(at);
  measure(type, cdr, static_cast<const std::byte*>(message));
  return cdr.position() - at;
}

void encode(const TypeSupport& type, CdrWriter& writer, const void* message) noexcept {
  if (type.fields.empty()) return writer.put(std::uint8_t{0});
  for (const Field& field : type.fields) {
    const std::byte* at = static_cast<const std::byte*>(message) + field.offset_bytes;
    if (is_sequence(field)) {
      const ContainerHeader& container = container_at(at);
      writer.put(container.size);
      encode_elements(field, writer, container.data(), container.size);
    } else {
      encode_elements(field, writer, at, inline_count(field));
    }
  }
}

bool decode(const TypeSupport& type, CdrReader& reader, void* message) {
  std::uint8_t nothing = 0;
  if (type.fields.empty()) return reader.get(nothing);
  for (const Field& field : type.fields) {
    std::byte* at = static_cast<std::byte*>(message) + field.offset_bytes;
    const bool decoded = is_sequence(field)
                             ? decode_sequence(field, reader, container_at(at))
                             : decode_elements(field, reader, at, inline_count(field));
    if (!decoded) return false;
  }
  return true;
}

}  // namespace baton::msg::walk
