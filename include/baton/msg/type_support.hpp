// SPDX-License-Identifier: Apache-2.0
//
// What the runtime knows of a message type: where its fields lie and how to work on one.
//
// Made by the generator for compiled types and by reflection from a type description at run time;
// code that uses one sees no difference. Everything here is immutable and lives for ever (or as
// long as the reflected type). Thread safety: all of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <baton/msg/span.hpp>

namespace baton::msg {

class CdrReader;
class CdrWriter;
class Extent;

/// What one element of a field is. The numbers are those of
/// type_description_interfaces/msg/FieldType, so that hashes and descriptions need no table.
enum class Kind : std::uint8_t {
  message = 1,
  int8 = 2,
  uint8 = 3,
  int16 = 4,
  uint16 = 5,
  int32 = 6,
  uint32 = 7,
  int64 = 8,
  uint64 = 9,
  float32 = 10,
  float64 = 11,
  character = 13,  // uint8 in ROS 2
  wide_character = 14,
  boolean = 15,
  byte = 16,
  string = 17,
  wide_string = 18,
};

/// How many elements a field has.
enum class Shape : std::uint8_t { single, array, bounded_sequence, sequence };

struct TypeSupport;

/// One field of a message, in definition order.
struct Field {
  std::string_view name;
  Kind kind;
  Shape shape;
  std::uint32_t offset_bytes;  ///< from the start of the message
  std::uint32_t count;         ///< elements of an array, bound of a bounded sequence, else 0
  std::uint32_t string_bound;  ///< most characters of a bounded string; 0: no bound
  const TypeSupport* nested = nullptr;  ///< for Kind::message
};

/// RIHS01: the SHA-256 of the type description, as ROS 2 computes it (REP 2016).
using TypeHash = std::array<std::uint8_t, 32>;

/// How much of a new message is written before it is seen, as in rosidl_runtime_cpp.
enum class MessageInitialization : std::uint8_t {
  all,
  skip,
  zero,
  defaults_only,
  // The names in rosidl_runtime_cpp.
  ALL = all,
  SKIP = skip,
  ZERO = zero,
  DEFAULTS_ONLY = defaults_only,
};

struct TypeSupport {
  std::string_view type_name;  ///< "sensor_msgs/msg/Image"
  TypeHash hash;
  std::uint64_t layout_hash;  ///< hash of the offsets, sizes and kinds, nested ones included ("L1")
  std::uint32_t size_bytes;
  std::uint32_t alignment;
  bool plain;  ///< no container inside: its bytes are the whole message
  /// Plain, and without a bool: any bytes are a valid message.
  bool any_bytes = false;
  /// As any_bytes. In addition, its CDR at a position aligned to `alignment` equals its memory byte
  /// for byte: no padding, no wide character. So many messages in a row are one copy.
  bool dense = false;
  std::uint32_t cdr_least_bytes = 0;  ///< the least that a message of the type takes in CDR
  Span<const Field> fields;
  /// The JSON whose SHA-256 is `hash`. Enough to reflect the type.
  std::string_view description;

  // Null in reflected types, for which operations.hpp walks the fields.

  /// Works on raw memory of size_bytes and alignment. `construct` may throw std::bad_alloc only on
  /// the heap; in a loan it never fails.
  void (*construct)(void* memory, MessageInitialization) = nullptr;
  void (*destroy)(void* message) noexcept = nullptr;
  /// Copy-constructs; containers allocate where `to` lies.
  void (*copy)(void* to, const void* from) = nullptr;
  bool (*equal)(const void*, const void*) = nullptr;

  /// Bytes behind the message that its containers need when nothing is wasted, blocks 8-aligned.
  std::size_t (*footprint)(const void* message) noexcept = nullptr;
  /// True if every container of `message` lies within the extent, has honest sizes, and the total
  /// stays within the extent's budget. Reads each shared word once. Trusts nothing.
  bool (*validate)(const void* message, Extent& extent) noexcept = nullptr;

  /// XCDR1 without the four bytes of encapsulation. `cdr_size` counts from position `at`.
  std::size_t (*cdr_size)(const void* message, std::size_t at) noexcept = nullptr;
  void (*encode)(CdrWriter&, const void* message) noexcept = nullptr;
  /// Decodes into a constructed message. False: the bytes are no such message; fields that were
  /// decoded before stay.
  bool (*decode)(CdrReader&, void* message) = nullptr;
};

/// Specialised by every generated header.
template <class M>
const TypeSupport& type_support() noexcept;

}  // namespace baton::msg
