// SPDX-License-Identifier: Apache-2.0
// Functions for a message whose type is known at run time only. Compiled types bring functions of
// their own; reflected ones are walked field by field, with the same results.
#pragma once

#include <baton/msg/cdr.hpp>
#include <baton/msg/extent.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// The functions of TypeSupport, made of its field table alone. They work on compiled types too:
/// tests compare the two. construct() knows no default values and leaves everything zero and empty.
namespace walk {

BATON_PUBLIC void construct(const TypeSupport& type, void* memory) noexcept;
BATON_PUBLIC void destroy(const TypeSupport& type, void* message) noexcept;
BATON_PUBLIC void copy(const TypeSupport& type, void* to, const void* from);
BATON_PUBLIC bool equal(const TypeSupport& type, const void* one, const void* other);
BATON_PUBLIC std::size_t footprint(const TypeSupport& type, const void* message) noexcept;
BATON_PUBLIC bool validate(const TypeSupport& type, const void* message, Extent& extent) noexcept;
BATON_PUBLIC std::size_t cdr_size(const TypeSupport& type, const void* message,
                                  std::size_t at) noexcept;
BATON_PUBLIC void encode(const TypeSupport& type, CdrWriter& writer, const void* message) noexcept;
BATON_PUBLIC bool decode(const TypeSupport& type, CdrReader& reader, void* message);

}  // namespace walk

inline void construct(const TypeSupport& type, void* memory,
                      MessageInitialization how = MessageInitialization::all) {
  type.construct != nullptr ? type.construct(memory, how) : walk::construct(type, memory);
}
inline void destroy(const TypeSupport& type, void* message) noexcept {
  type.destroy != nullptr ? type.destroy(message) : walk::destroy(type, message);
}
/// Copy-constructs; containers allocate where `to` lies.
inline void copy(const TypeSupport& type, void* to, const void* from) {
  type.copy != nullptr ? type.copy(to, from) : walk::copy(type, to, from);
}
inline bool equal(const TypeSupport& type, const void* one, const void* other) {
  return type.equal != nullptr ? type.equal(one, other) : walk::equal(type, one, other);
}
inline std::size_t footprint(const TypeSupport& type, const void* message) noexcept {
  return type.footprint != nullptr ? type.footprint(message) : walk::footprint(type, message);
}
/// The bytes of a loan that takes a copy of `message` and all its blocks, at most. A block of 4096
/// bytes and more may begin on a cache line of 64, for which its footprint counts no gap.
inline std::size_t loan_bytes(const TypeSupport& type, const void* message) noexcept {
  const std::size_t blocks_bytes = footprint(type, message);
  return type.size_bytes + blocks_bytes + blocks_bytes / 4096 * 64;
}
inline bool validate(const TypeSupport& type, const void* message, Extent& extent) noexcept {
  return type.validate != nullptr ? type.validate(message, extent)
                                  : walk::validate(type, message, extent);
}
inline std::size_t cdr_size(const TypeSupport& type, const void* message,
                            std::size_t at = 0) noexcept {
  return type.cdr_size != nullptr ? type.cdr_size(message, at) : walk::cdr_size(type, message, at);
}
inline void encode(const TypeSupport& type, CdrWriter& writer, const void* message) noexcept {
  type.encode != nullptr ? type.encode(writer, message) : walk::encode(type, writer, message);
}
inline bool decode(const TypeSupport& type, CdrReader& reader, void* message) {
  return type.decode != nullptr ? type.decode(reader, message)
                                : walk::decode(type, reader, message);
}

/// Checks a stranger's message at the beginning of `memory`: it fits, is aligned, and all its
/// containers stay inside.
BATON_PUBLIC bool validate_message(const TypeSupport& type, Span<const std::byte> memory) noexcept;

}  // namespace baton::msg
