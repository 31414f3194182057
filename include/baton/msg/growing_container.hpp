// SPDX-License-Identifier: Apache-2.0
//
// How the block of a Vector or BasicString grows, and is replaced by another: the bound, the
// capacity, and the way of the elements into the next block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include <baton/msg/container_elements.hpp>
#include <baton/msg/likely.hpp>
#include <baton/visibility.hpp>

namespace baton::msg::detail {

/// Owns the block. Whatever throws leaves the container as it was: elements are in the new block
/// before the old one is given up. Thread safety: that of the container.
template <class T, std::size_t Bound, std::size_t Terminators>
class GrowingContainer : public ContainerElements<T, Terminators> {
  using Elements = ContainerElements<T, Terminators>;

 public:
  using size_type = std::size_t;
  using Elements::data, Elements::empty;

  static constexpr size_type max_size() noexcept {
    return std::min(Bound, unbounded - Terminators);
  }
  void reserve(size_type capacity) {
    if (capacity > this->capacity()) grow(capacity, capacity);
  }
  /// A block in a loan stays as it is: no other container could use what it gave back.
  void shrink_to_fit() {
    if (this->size() == this->capacity() || home_of(this) != Home::heap) return;
    if (empty()) return release_block(block_bytes());
    move_to(acquire(bytes_for(this->size()), bytes_for(this->size())));
  }

 protected:
  using Elements::acquire, Elements::discard, Elements::point_at, Elements::release_block;
  using Elements::data_end, Elements::has_block, Elements::header_;

  static constexpr bool plain = std::is_trivially_copyable_v<T>;

  constexpr GrowingContainer() noexcept = default;
  ~GrowingContainer() = default;

  static constexpr std::size_t bytes_for(size_type capacity) noexcept {
    return (capacity + Terminators) * sizeof(T);
  }
  std::size_t block_bytes() const noexcept { return bytes_for(this->capacity()); }

  static size_type within_bound(size_type size) {
    if (size > max_size()) BATON_UNLIKELY {
      throw_too_long(size, max_size());
    }
    return size;
  }

  /// Twice what there is, but no more than may be.
  size_type next_capacity(size_type least) const {
    return std::min(std::max(least, 2 * this->capacity()), max_size());
  }

  /// The least that a block for elements that come one by one has room for: 8 bytes, or 16 of text.
  static constexpr size_type shortest =
      std::max<size_type>((Terminators == 0 ? 8 : 16) / sizeof(T), 1 + Terminators) - Terminators;

  bool has_room_for(size_type size) {
    return size <= this->capacity() || extend_to(within_bound(size), size);
  }

  bool extend_to(size_type least, size_type wanted) noexcept {
    if (home_of(this) == Home::heap || !has_block()) return false;
    for (const size_type capacity : {wanted, least}) {
      if (Elements::extend(block_bytes(), bytes_for(capacity))) {
        header_.capacity_and_flags = static_cast<std::uint32_t>(capacity);
        return true;
      }
    }
    return false;
  }

  void grow(size_type least, size_type wanted) {
    within_bound(least);
    if (extend_to(least, wanted)) return;
    move_to(acquire(bytes_for(least), bytes_for(wanted)));
  }

  [[gnu::noinline]] void grow_for_one_more() {
    grow(this->size() + 1, next_capacity(std::max(this->size() + 1, shortest)));
  }

  void move_to(const Block& to) {
    try {
      relocate(static_cast<T*>(to.data));
    } catch (...) {
      discard(to);
      throw;
    }
    replace_block(to, this->size());
  }

  /// Into raw memory. The originals live on.
  void relocate(T* to) {
    if constexpr (plain) {
      if (!empty()) std::memcpy(static_cast<void*>(to), data(), this->size() * sizeof(T));
    } else if constexpr (std::is_nothrow_move_constructible_v<T> ||
                         !std::is_copy_constructible_v<T>) {
      std::uninitialized_move(data(), data_end(), to);
    } else {
      std::uninitialized_copy(data(), data_end(), to);
    }
  }

  /// `block` has `size` elements; those of the old one end.
  void replace_block(const Block& block, size_type size) noexcept {
    drop();
    point_at(block.data, std::min(block.size_bytes / sizeof(T) - Terminators, max_size()),
             block.on_heap);
    set_size(size);
  }

  /// A string must have a block.
  void set_size(size_type size) noexcept {
    header_.size = static_cast<std::uint32_t>(size);
    if constexpr (Terminators != 0) data()[size] = T{};
  }

  static void destroy(T* first, T* last) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) std::destroy(first, last);
  }

  /// No elements, no block.
  void drop() noexcept {
    destroy(data(), data_end());
    release_block(block_bytes());
  }

  /// `Whole` is the class of both: swap() of containers in different homes takes three moves.
  template <class Whole>
  static void exchange(Whole& one, Whole& other) noexcept {
    if (&one == &other) return;
    if (one.can_steal_from(other) && other.can_steal_from(one)) {
      one.swap_blocks(other);
    } else {
      Whole held(std::move(other));
      other = std::move(one);
      one = std::move(held);
    }
  }
};

extern template class BATON_PUBLIC GrowingContainer<bool, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::int8_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::uint8_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::int16_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::uint16_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::int32_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::uint32_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::int64_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<std::uint64_t, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<float, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<double, unbounded, 0>;
extern template class BATON_PUBLIC GrowingContainer<char, unbounded, 1>;
extern template class BATON_PUBLIC GrowingContainer<char16_t, unbounded, 1>;

}  // namespace baton::msg::detail
