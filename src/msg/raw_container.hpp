// SPDX-License-Identifier: Apache-2.0
// Memory of a container whose element type is known at run time only. Blocks are made like those of
// vector.hpp and string.hpp: either side may free what the other allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <baton/msg/container_header.hpp>
#include <baton/msg/home.hpp>
#include <baton/msg/type_support.hpp>

namespace baton::msg::raw {

/// Afterwards the container has no block. Elements must have been destroyed before.
inline void release(ContainerHeader& container, std::size_t element_bytes,
                    std::size_t terminators) noexcept {
  if (container.offset_bytes == 0) return;
  if (home_of(&container) == Home::heap) {
    ::operator delete(container.data());
  } else {
    const std::size_t size_bytes = (container.capacity() + terminators) * element_bytes;
    detail::release_in_loan(&container, container.data(), size_bytes, container.on_heap());
  }
  container = {};
}

/// Replaces the block by one for `capacity` elements and their terminator. Size is 0 and the bytes
/// are undefined. Elements must have been destroyed before. Throws std::bad_alloc on the heap, and
/// leaves the container without a block then.
inline void allocate(ContainerHeader& container, std::uint32_t capacity, std::size_t element_bytes,
                     std::size_t terminators) {
  release(container, element_bytes, terminators);
  const std::size_t size_bytes = (capacity + terminators) * element_bytes;
  void* data = nullptr;
  std::uint32_t flags = 0;
  if (home_of(&container) != Home::heap) {
    const detail::Block block = detail::allocate_in_loan(&container, size_bytes);
    data = block.data;
    if (block.on_heap) flags = ContainerHeader::on_heap_flag;
  } else {
    data = ::operator new(size_bytes);
  }
  container.offset_bytes = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) -
                                                     reinterpret_cast<std::uintptr_t>(&container));
  container.capacity_and_flags = capacity | flags;
}

inline void release_string(ContainerHeader& container, Kind kind) noexcept {
  release(container, kind == Kind::string ? sizeof(char) : sizeof(char16_t), 1);
}

/// Makes room for `size` elements of undefined content. Former contents are lost.
inline std::byte* resize(ContainerHeader& container, std::uint32_t size,
                         std::size_t element_bytes) {
  if (size > container.capacity()) allocate(container, size, element_bytes, 0);
  container.size = size;
  return container.data();
}

/// Makes room for a string of `size` undefined characters, with a NUL behind them.
template <class Character>
Character* resize_string(ContainerHeader& container, std::uint32_t size) {
  if (size > container.capacity()) allocate(container, size, sizeof(Character), 1);
  container.size = size;
  if (container.offset_bytes == 0) return nullptr;
  auto* data = reinterpret_cast<Character*>(container.data());
  data[size] = Character{};
  return data;
}

template <class Character>
void assign_string(ContainerHeader& container, const Character* from, std::uint32_t size) {
  Character* data = resize_string<Character>(container, size);
  if (size != 0) std::memcpy(data, from, size * sizeof(Character));
}

}  // namespace baton::msg::raw
