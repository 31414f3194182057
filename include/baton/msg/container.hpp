// SPDX-License-Identifier: Apache-2.0
//
// What Vector and BasicString share: the sixteen bytes, and where their block comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <baton/msg/container_header.hpp>
#include <baton/msg/home.hpp>
#include <baton/msg/likely.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// The bound of a sequence or string that has none.
inline constexpr std::size_t unbounded = ContainerHeader::most_elements;

namespace detail {

/// Throws std::length_error, which names both numbers.
[[noreturn]] BATON_PUBLIC void throw_too_long(std::size_t wanted, std::size_t bound);
/// Throws std::out_of_range, which names both numbers.
[[noreturn]] BATON_PUBLIC void throw_out_of_range(std::size_t index, std::size_t size);

template <class>
inline constexpr bool never = false;

/// Before the conversions of containers into those of std, each of which is a copy: with
/// BATON_NO_IMPLICIT_COPIES one that the code does not name is an error. The macro changes what
/// compiles, and nothing in what was compiled.
#ifdef BATON_NO_IMPLICIT_COPIES
#define BATON_MAY_COPY explicit
#else
#define BATON_MAY_COPY
#endif

class Container {
 protected:
  constexpr Container() noexcept = default;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container() = default;

  // Integers, not pointers: the block is another object than this one, and compilers may assume
  // that pointer arithmetic does not lead from one to the other.
  std::uintptr_t block_address() const noexcept {
    return reinterpret_cast<std::uintptr_t>(this) +
           static_cast<std::uintptr_t>(header_.offset_bytes);
  }
  void* block() const noexcept { return reinterpret_cast<void*>(block_address()); }
  bool has_block() const noexcept { return header_.offset_bytes != 0; }

  /// From now on the container's block is `block`, which has the present elements.
  void point_at(const void* block, std::size_t capacity, bool on_heap) noexcept {
    header_.offset_bytes = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(block) -
                                                     reinterpret_cast<std::uintptr_t>(this));
    header_.capacity_and_flags =
        static_cast<std::uint32_t>(capacity) | (on_heap ? ContainerHeader::on_heap_flag : 0);
    // The compiler must not assume where the offset leads: it may be any memory, also where `this`
    // is a local variable.
    asm volatile("" : : "r"(this) : "memory");
  }

  /// Throws std::bad_alloc on the heap only.
  Block acquire(std::size_t least_bytes, std::size_t wanted_bytes) const {
    if (home_of(this) != Home::heap) BATON_UNLIKELY {
      return allocate_in_loan(this, least_bytes, wanted_bytes);
    }
    return {::operator new(wanted_bytes), false, wanted_bytes};
  }

  /// Gives a block back that was acquired here, but never used.
  void discard(const Block& block) const noexcept {
    give_back(block.data, block.size_bytes, block.on_heap);
  }

  /// Gives the block back. It has no elements any more.
  void release_block(std::size_t size_bytes) noexcept {
    if (has_block()) give_back(block(), size_bytes, header_.on_heap());
    header_ = {};
  }

  /// Like release_block(), for a container that ends: a block in a loan may stay there.
  void release_block_at_end(std::size_t size_bytes) noexcept {
    if (!has_block()) return;
    if (header_.on_heap()) BATON_UNLIKELY {
      release_in_loan(this, block(), size_bytes, true);
    } else if (home_of(this) == Home::heap) {
      ::operator delete(block());
    }
  }

  bool extend(std::size_t old_bytes, std::size_t new_bytes) noexcept {
    return has_block() && !header_.on_heap() && home_of(this) == Home::loan &&
           extend_in_loan(this, block(), old_bytes, new_bytes);
  }

  bool can_steal_from(const Container& other) const noexcept {
    const Home home = home_of(this);
    if (home != home_of(&other) || home == Home::received) return false;
    return home == Home::heap || !other.has_block() || same_loan(this, &other);
  }

  /// Takes the block of `other`, which has none afterwards. This container must have none before.
  void steal(Container& other) noexcept {
    if (other.has_block()) {
      header_.size = other.header_.size;
      point_at(other.block(), other.header_.capacity(), other.header_.on_heap());
    }
    other.header_ = {};
  }

  void swap_blocks(Container& other) noexcept {
    const ContainerHeader mine = header_;
    const void* const my_block = block();
    header_ = {};
    steal(other);
    if (mine.offset_bytes == 0) return;
    other.header_.size = mine.size;
    other.point_at(my_block, mine.capacity(), mine.on_heap());
  }

  ContainerHeader header_{};

 private:
  void give_back(void* data, std::size_t size_bytes, bool on_heap) const noexcept {
    if (home_of(this) != Home::heap) BATON_UNLIKELY {
      release_in_loan(this, data, size_bytes, on_heap);
    } else {
      ::operator delete(data);
    }
  }
};

}  // namespace detail
}  // namespace baton::msg
