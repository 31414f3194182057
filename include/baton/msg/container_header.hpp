// SPDX-License-Identifier: Apache-2.0
//
// The sixteen bytes that every container of a message is, and all that readers in other processes
// and in other languages know of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <baton/msg/round_up.hpp>

namespace baton::msg {

/// Little endian, in layout L1 of messages. Elements lie in one block; `offset_bytes` leads there
/// from the address of this header, wherever that is mapped. The block of a string holds
/// `capacity + 1` characters, of which the one behind the last is NUL.
struct ContainerHeader {
  std::int64_t offset_bytes;  ///< 0: no block; size and capacity are then 0 too
  std::uint32_t size;         ///< elements, or characters without the NUL
  std::uint32_t capacity_and_flags;

  /// Set if the block is on the heap although the container lies in a loan. Never set in a
  /// published message.
  static constexpr std::uint32_t on_heap_flag = std::uint32_t{1} << 31;
  static constexpr std::uint32_t most_elements = on_heap_flag - 1;
  /// Blocks begin at multiples of this.
  static constexpr std::size_t block_alignment = 8;

  std::uint32_t capacity() const noexcept { return capacity_and_flags & ~on_heap_flag; }
  bool on_heap() const noexcept { return (capacity_and_flags & on_heap_flag) != 0; }

  // Integers, not pointers: the block is another object than this one, and compilers may assume
  // that pointer arithmetic does not lead from one to the other.
  std::byte* data() noexcept {
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(this) +
                                        static_cast<std::uintptr_t>(offset_bytes));
  }
  const std::byte* data() const noexcept {
    return reinterpret_cast<const std::byte*>(reinterpret_cast<std::uintptr_t>(this) +
                                              static_cast<std::uintptr_t>(offset_bytes));
  }
};

static_assert(sizeof(ContainerHeader) == 16 && alignof(ContainerHeader) == 8);

/// What a block of so many bytes occupies in a message where nothing is wasted.
constexpr std::size_t block_footprint(std::size_t size_bytes) noexcept {
  return round_up(size_bytes, ContainerHeader::block_alignment);
}

}  // namespace baton::msg
