// SPDX-License-Identifier: Apache-2.0
//
// What generated type support is made of. Nothing here is for users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <baton/msg/cdr.hpp>
#include <baton/msg/constinit.hpp>
#include <baton/msg/container_header.hpp>
#include <baton/msg/extent.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg::generated {

/// The functions in a TypeSupport for life and equality, for a compiled type.
template <class M>
struct Lifetime {
  static void construct(void* memory, MessageInitialization how) { ::new (memory) M(how); }
  static void destroy(void* message) noexcept { static_cast<M*>(message)->~M(); }
  static void copy(void* to, const void* from) { ::new (to) M(*static_cast<const M*>(from)); }
  static bool equal(const void* one, const void* other) {
    return *static_cast<const M*>(one) == *static_cast<const M*>(other);
  }
};

inline std::byte* at(void* message, std::size_t offset_bytes) noexcept {
  return static_cast<std::byte*>(message) + offset_bytes;
}
inline const std::byte* at(const void* message, std::size_t offset_bytes) noexcept {
  return static_cast<const std::byte*>(message) + offset_bytes;
}

/// Bytes of a string's block in a message where nothing is wasted.
template <class Character>
std::size_t string_footprint(std::size_t size) noexcept {
  return size == 0 ? 0 : block_footprint((size + 1) * sizeof(Character));
}

template <class String>
bool decode_string(CdrReader& reader, String& to,
                   std::uint32_t bound = ContainerHeader::most_elements) {
  std::string_view text;
  if (!reader.string(text, bound)) return false;
  to.assign(text.data(), text.size());
  return true;
}

template <class WString>
bool decode_wide_string(CdrReader& reader, WString& to,
                        std::uint32_t bound = ContainerHeader::most_elements) {
  std::uint32_t size = 0;
  if (!reader.length(size, 4, bound)) return false;
  to.resize(size);
  return reader.elements(to.data(), size);
}

/// Decodes a sequence of numbers. If that fails, the sequence is empty, so that no element is
/// undefined.
template <class Sequence>
bool decode_numbers(CdrReader& reader, Sequence& to, std::size_t least_bytes,
                    std::uint32_t bound = ContainerHeader::most_elements) {
  std::uint32_t count = 0;
  if (!reader.length(count, least_bytes, bound)) return false;
  to.resize_uninitialized(count);
  if (reader.elements(to.data(), count)) return true;
  to.clear();
  return false;
}

}  // namespace baton::msg::generated
