// SPDX-License-Identifier: Apache-2.0
//
// Where a container allocates: by its own address.
//
// All pools of a process lie in one reserved range of addresses, all mapped pools of others in a
// second. A container whose own address is in the first grows within its message's chunk; one in the
// second is read-only; every other one uses the heap. One subtraction and one comparison decide, on
// any thread, at any depth.
#pragma once

#include <cstddef>
#include <cstdint>

#include <baton/visibility.hpp>

namespace baton::msg {

enum class Home : std::uint8_t { heap, loan, received };

namespace detail {

struct Window {
  std::uintptr_t begin = 0;
  std::size_t size_bytes = 0;
  bool contains(const void* address) const noexcept {
    return reinterpret_cast<std::uintptr_t>(address) - begin < size_bytes;
  }
};

/// Set once, before the first pool exists; until then everything is heap.
extern BATON_PUBLIC Window own_window;
extern BATON_PUBLIC Window received_window;

struct Block {
  void* data = nullptr;
  bool on_heap = false;  ///< the chunk was full: the block must be freed
};

/// A block for the container at `container`, which lies in a loan: from the end of the chunk, else
/// from the heap. Alignment 8. Terminates when the heap is exhausted too.
BATON_PUBLIC Block allocate_in_loan(const void* container, std::size_t size_bytes) noexcept;
/// Grows the block in place if it is the chunk's last and there is room.
BATON_PUBLIC bool extend_in_loan(const void* container, const void* block, std::size_t old_bytes,
                                 std::size_t new_bytes) noexcept;

}  // namespace detail

inline Home home_of(const void* address) noexcept {
  if (detail::own_window.contains(address)) return Home::loan;
  return detail::received_window.contains(address) ? Home::received : Home::heap;
}

}  // namespace baton::msg
