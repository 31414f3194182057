// SPDX-License-Identifier: Apache-2.0
//
// The memory that a stranger's message may lie in, and the one place that decides whether one of
// its containers stays inside.
#pragma once

#include <cstddef>
#include <cstdint>

#include <baton/msg/container_header.hpp>
#include <baton/msg/span.hpp>

namespace baton::msg {

/// Where the elements of a validated container lie, and how many there are: to be used instead of
/// reading the shared words a second time.
struct ValidBlock {
  const std::byte* data = nullptr;
  std::uint32_t size = 0;
};

/// Checks container by container; trusts no byte of them and reads each word once. All blocks
/// together may not be larger than the extent, so that a walk ends after as many steps as there are
/// bytes, however the containers point at each other. In plain fields only bools are checked: in
/// C++ a bool is 0 or 1.
///
/// Not thread-safe; one for each walk.
class Extent {
 public:
  explicit Extent(Span<const std::byte> memory) noexcept
      : begin_(memory.data()), size_bytes_(memory.size()), budget_bytes_(memory.size()) {}

  /// True if the `size_bytes` at `address` are inside. For the message itself.
  bool contains(const void* address, std::size_t size_bytes) const noexcept {
    const std::uint64_t at = distance_to(address);
    return at <= size_bytes_ && size_bytes <= size_bytes_ - at;
  }

  /// A sequence at `container` with elements of this size and alignment and at most `bound` of
  /// them.
  bool sequence(const void* container, std::size_t element_bytes, std::size_t element_alignment,
                std::uint32_t bound, ValidBlock& block) noexcept {
    return open<0>(container, element_bytes, element_alignment, bound, block);
  }
  bool sequence(const void* container, std::size_t element_bytes, std::size_t element_alignment,
                std::uint32_t bound = ContainerHeader::most_elements) noexcept {
    ValidBlock block;
    return open<0>(container, element_bytes, element_alignment, bound, block);
  }

  /// `count` bools in a row, which are within the extent already.
  static bool booleans(const void* first, std::size_t count) noexcept {
    const auto* byte = static_cast<const std::uint8_t*>(first);
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) seen = static_cast<std::uint8_t>(seen | byte[i]);
    return seen <= 1;
  }

  /// A string at `container` of at most `bound` characters, with its NUL.
  template <class Character = char>
  bool string(const void* container,
              std::uint32_t bound = ContainerHeader::most_elements) noexcept {
    ValidBlock block;
    if (!open<1>(container, sizeof(Character), alignof(Character), bound, block)) return false;
    if (block.data == nullptr) return true;
    const auto* end = reinterpret_cast<const volatile Character*>(block.data) + block.size;
    return *end == Character{};
  }

 private:
  std::uint64_t distance_to(const void* address) const noexcept {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin_);
  }

  template <std::size_t terminators>
  bool open(const void* container, std::size_t element_bytes, std::size_t element_alignment,
            std::uint32_t bound, ValidBlock& block) noexcept {
    const auto* header = static_cast<const volatile ContainerHeader*>(container);
    const std::int64_t offset_bytes = header->offset_bytes;
    const std::uint32_t size = header->size;
    // A header with the flag of a heap block has a larger capacity than any honest one.
    const std::uint32_t capacity = header->capacity_and_flags;
    if (offset_bytes == 0) {
      block = {};
      return (size | capacity) == 0;
    }
    if (size > capacity || size > bound || capacity > ContainerHeader::most_elements) return false;
    // Below 2^31 elements of less than 2^32 bytes: no overflow. A position may wrap, but any
    // position inside the extent is a valid one.
    const std::uint64_t at = distance_to(container) + static_cast<std::uint64_t>(offset_bytes);
    const std::uint64_t bytes = (std::uint64_t{capacity} + terminators) * element_bytes;
    if (at > size_bytes_ || bytes > size_bytes_ - at || bytes > budget_bytes_) return false;
    const std::byte* data = begin_ + at;
    if ((reinterpret_cast<std::uintptr_t>(data) & (element_alignment - 1)) != 0) return false;
    budget_bytes_ -= bytes;
    block = {data, size};
    return true;
  }

  const std::byte* begin_;
  std::size_t size_bytes_;
  std::size_t budget_bytes_;
};

}  // namespace baton::msg
