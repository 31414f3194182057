// SPDX-License-Identifier: Apache-2.0
//
// How the elements of a Vector are made, where they are or in a new block, and ended.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <baton/msg/growing_container.hpp>
#include <baton/msg/likely.hpp>

namespace baton::msg::detail {

/// In raw memory.
template <class T, class... Arguments>
T* make_at(T* memory, Arguments&&... arguments) {
  return ::new (static_cast<void*>(memory)) T(std::forward<Arguments>(arguments)...);
}

/// When a constructor throws, what was made so far ends, and a new block is given back.
template <class T, std::size_t Bound>
class ElementLifetimes : public GrowingContainer<T, Bound, 0> {
  using Growing = GrowingContainer<T, Bound, 0>;

 public:
  using size_type = std::size_t;
  using Growing::data;

 protected:
  using Growing::acquire, Growing::bytes_for, Growing::discard, Growing::replace_block;
  using Growing::data_end, Growing::header_, Growing::next_capacity, Growing::set_size;

  constexpr ElementLifetimes() noexcept = default;
  ~ElementLifetimes() = default;

  void reserve_for(size_type size) {
    if (size > this->capacity()) Growing::grow(size, next_capacity(size));
  }

  void shrink(size_type size) noexcept {
    Growing::destroy(data() + size, data_end());
    set_size(size);
  }

  /// By value, so that it stays in a register: its address is not needed.
  void push_number(T value) {
    const std::uint32_t size = header_.size;
    if (size == header_.capacity()) BATON_UNLIKELY {
      Growing::grow_for_one_more();
    }
    detail::make_at(data() + size, value);
    header_.size = size + 1;
  }

  template <class... Arguments>
  T& emplace_at_end(Arguments&&... arguments) {
    if (header_.size == header_.capacity()) BATON_UNLIKELY {
      return grow_and_emplace(std::forward<Arguments>(arguments)...);
    }
    T* const made = detail::make_at(data_end(), std::forward<Arguments>(arguments)...);
    ++header_.size;
    return *made;
  }

  /// `construct` makes the elements of a range of raw memory.
  template <class Construct>
  void resize_with(size_type size, Construct construct) {
    const size_type old_size = this->size();
    if (size <= old_size) return shrink(size);
    reserve_for(size);
    construct(data() + old_size, data() + size);
    set_size(size);
  }

  /// All elements anew, of a type whose bytes are all of it: `copy` writes them over any memory.
  template <class Copy>
  void assign_plain(size_type size, Copy copy) {
    if (Growing::has_room_for(size)) {
      copy(data(), data() + size);
      set_size(size);
    } else {
      const Block block = acquire(bytes_for(size), bytes_for(size));
      copy(static_cast<T*>(block.data), static_cast<T*>(block.data) + size);
      replace_block(block, size);
    }
  }

  /// All elements anew: `write` over those that are there, `construct` into raw memory.
  template <class Write, class Construct>
  void fill_with(size_type size, Write write, Construct construct) {
    if (Growing::has_room_for(size)) {
      const size_type common = std::min(size, this->size());
      write(data(), data() + common);
      if (size > common) {
        construct(data() + common, data() + size);
        set_size(size);
      } else {
        shrink(size);
      }
      return;
    }
    const Block block = acquire(bytes_for(size), bytes_for(size));
    T* const to = static_cast<T*>(block.data);
    try {
      construct(to, to + size);
    } catch (...) {
      discard(block);
      throw;
    }
    replace_block(block, size);
  }

 private:
  template <class... Arguments>
  [[gnu::noinline]] T& grow_and_emplace(Arguments&&... arguments) {
    const size_type old_size = this->size();
    const size_type least = Growing::within_bound(old_size + 1);
    const size_type wanted = next_capacity(std::max(least, Growing::shortest));
    if (Growing::extend_to(least, wanted)) {
      T* const made = detail::make_at(data_end(), std::forward<Arguments>(arguments)...);
      ++header_.size;
      return *made;
    }
    const Block block = acquire(bytes_for(least), bytes_for(wanted));
    T* const to = static_cast<T*>(block.data);
    T* made = nullptr;
    try {
      // First, because the arguments may be our own elements.
      made = detail::make_at(to + old_size, std::forward<Arguments>(arguments)...);
      Growing::relocate(to);
    } catch (...) {
      if (made != nullptr) std::destroy_at(made);
      discard(block);
      throw;
    }
    replace_block(block, old_size + 1);
    return *made;
  }
};

}  // namespace baton::msg::detail
