// SPDX-License-Identifier: Apache-2.0
// Encodes CDR value by value in either byte order, slowly and plainly, as the standard says it. The
// fast encoders are compared with this one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <baton/msg/field_path.hpp>

#include "msg/field_traits.hpp"

namespace baton::msg::testing {

class ReferenceCdr {
 public:
  /// Returns the bytes with their encapsulation.
  static std::vector<std::byte> encode(const TypeSupport& type, const void* message,
                                       bool big_endian = false) {
    ReferenceCdr cdr(big_endian);
    FieldPlace place;
    place.field.kind = Kind::message;
    place.field.nested = &type;
    place.address = message;
    cdr.value(place);
    std::vector<std::byte> bytes = {std::byte{0}, std::byte{!big_endian}, std::byte{0},
                                    std::byte{0}};
    bytes.insert(bytes.end(), cdr.bytes_.begin(), cdr.bytes_.end());
    return bytes;
  }

 private:
  explicit ReferenceCdr(bool big_endian) : big_endian_(big_endian) {}

  void number(std::uint64_t bits, std::size_t size) {
    while (bytes_.size() % size != 0) bytes_.push_back(std::byte{0});
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t shift = 8 * (big_endian_ ? size - 1 - i : i);
      bytes_.push_back(static_cast<std::byte>(bits >> shift));
    }
  }

  void value(const FieldPlace& place) {
    if (place.field.shape != Shape::single) {
      const std::size_t count = element_count(place);
      if (place.field.shape != Shape::array) number(count, 4);
      for (std::size_t i = 0; i < count; ++i) value(element(place, i));
      return;
    }
    const auto* text = static_cast<const ContainerHeader*>(place.address);
    switch (place.field.kind) {
      case Kind::message:
        for (const Field& field : place.field.nested->fields) {
          value({field, static_cast<const std::byte*>(place.address) + field.offset_bytes});
        }
        return;
      case Kind::string:
        number(text->size + 1, 4);
        for (std::uint32_t i = 0; i < text->size; ++i) bytes_.push_back(text->data()[i]);
        bytes_.push_back(std::byte{0});
        return;
      case Kind::wide_string:
        number(text->size, 4);
        for (std::uint32_t i = 0; i < text->size; ++i) {
          number(reinterpret_cast<const char16_t*>(text->data())[i], 4);
        }
        return;
      case Kind::wide_character:
        return number(*static_cast<const char16_t*>(place.address), 4);
      default: {
        std::uint64_t bits = 0;
        const std::size_t size = primitive_bytes(place.field.kind);
        std::memcpy(&bits, place.address, size);
        number(bits, size);
      }
    }
  }

  bool big_endian_;
  std::vector<std::byte> bytes_;
};

}  // namespace baton::msg::testing
