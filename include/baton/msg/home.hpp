// SPDX-License-Identifier: Apache-2.0
//
// Where a container allocates: by its own address.
//
// All pools of a process lie in one reserved range of addresses, all mapped pools of others in a
// second. A container whose own address is in the first grows within its message's chunk; one in
// the second is read-only; every other one uses the heap. One subtraction and one comparison
// decide, on any thread, at any depth.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <baton/visibility.hpp>

namespace baton::msg {

enum class Home : std::uint8_t { heap, loan, received };

namespace detail {

/// The window of this process's pools. Set once, before the first pool exists. Until then it is
/// empty, and every container uses the heap.
struct Window {
  // The size is stored after the begin and loaded before it: a thread that sees a size sees both.
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size_bytes{0};

  bool contains(const void* address) const noexcept {
    // [window/home] looking
    const std::size_t size = size_bytes.load(std::memory_order_acquire);
    return reinterpret_cast<std::uintptr_t>(address) - begin.load(std::memory_order_relaxed) < size;
  }
};

extern BATON_PUBLIC Window own_window;
extern BATON_PUBLIC Window received_window;

struct Block {
  void* data = nullptr;
  bool on_heap = false;        ///< the chunk was full: the block must be freed
  std::size_t size_bytes = 0;  ///< the size of the block
};

/// A block for the container at `container`, which lies in a loan: from the end of the chunk, else
/// from the heap. Alignment 8. Ends the program when the heap is exhausted too, or, with a text
/// that says so, when the message was published already or received.
BATON_PUBLIC Block allocate_in_loan(const void* container, std::size_t size_bytes) noexcept;
/// Like allocate_in_loan() above, for a block that may be larger: as much of `wanted_bytes` as the
/// chunk still has, but at least `least_bytes`.
BATON_PUBLIC Block allocate_in_loan(const void* container, std::size_t least_bytes,
                                    std::size_t wanted_bytes) noexcept;

/// Grows the block in place if it is the chunk's last and there is room.
BATON_PUBLIC bool extend_in_loan(const void* container, const void* block, std::size_t old_bytes,
                                 std::size_t new_bytes) noexcept;

/// Called when the container no longer uses its block. A block on the heap is freed. Any other
/// block stays unused in the chunk, unless it is the last one there. Needs no live loan.
BATON_PUBLIC void release_in_loan(const void* container, void* block, std::size_t size_bytes,
                                  bool on_heap) noexcept;

/// True if both lie in the same live loan.
BATON_PUBLIC bool same_loan(const void* one, const void* other) noexcept;

}  // namespace detail

inline Home home_of(const void* address) noexcept {
  if (detail::own_window.contains(address)) return Home::loan;
  return detail::received_window.contains(address) ? Home::received : Home::heap;
}

/// The `operator delete` of messages: a message in a loan goes back to its publisher, any other to
/// the heap.
BATON_PUBLIC void free_message(void* message) noexcept;

}  // namespace baton::msg
