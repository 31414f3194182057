// SPDX-License-Identifier: Apache-2.0
// The memory of one loaned message: its struct, and behind it the blocks of its containers.
//
// Owns: which bytes of the chunk are used, not the chunk. Bumps only; the last block may grow in
// place or be given back, everything else stays until the loan ends. What does not fit is on the
// heap and counted here, and in a sum that all loans of a publisher share.
// Thread safety: as the loan itself, one thread at a time.
// Under AddressSanitizer what is not used is poisoned, and nothing is once the arena is closed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <baton/msg/container_header.hpp>
#include <baton/msg/home.hpp>

namespace baton::msg {

class Arena {
 public:
  /// Makes an arena that is not open: it has no memory.
  Arena() = default;
  /// Makes an open arena.
  Arena(void* memory, std::size_t size_bytes, std::size_t used_bytes) noexcept {
    open(memory, size_bytes, used_bytes);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { close(); }

  /// `memory` is aligned to 8; its first `used_bytes` are the message's struct. Bytes on the heap
  /// are added to `all_spilled_bytes`, unless it is null, until the loan ends.
  void open(void* memory, std::size_t size_bytes, std::size_t used_bytes,
            std::atomic<std::size_t>* all_spilled_bytes = nullptr) noexcept;
  /// The loan ends: no container may grow in it from now on, on any thread. Before publishing,
  /// discarding, and before the memory gets another owner. May be called twice.
  void close() noexcept;

  bool contains(const void* address) const noexcept {
    return reinterpret_cast<std::uintptr_t>(address) - begin_ < size_bytes_;
  }

  /// A block of at most `wanted_bytes` and at least `least_bytes`. It comes from the heap if the
  /// rest of the chunk is too small. Without data when the heap is exhausted. A block of 4096 bytes
  /// and more begins on a cache line, as vector instructions and array libraries like it, if the
  /// message lies on one and the chunk has room for that.
  detail::Block allocate(std::size_t least_bytes, std::size_t wanted_bytes) noexcept;
  bool extend(const void* block, std::size_t old_bytes, std::size_t new_bytes) noexcept;
  void release(void* block, std::size_t size_bytes, bool on_heap) noexcept;

  std::uintptr_t begin() const noexcept { return begin_; }
  std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// The message and all that it has allocated in the chunk: what a reader has to see.
  std::size_t used_bytes() const noexcept { return used_bytes_; }
  /// Blocks that are on the heap now, because the chunk was full.
  std::size_t spilled_blocks() const noexcept { return spilled_blocks_; }
  std::size_t spilled_bytes() const noexcept { return spilled_bytes_; }
  /// How large a chunk would have held all that was ever allocated, on cache lines, at most.
  std::size_t needed_bytes() const noexcept { return used_bytes_ + ever_missing_bytes_; }

 private:
  std::byte* at(std::size_t offset_bytes) const noexcept {
    return reinterpret_cast<std::byte*>(begin_ + offset_bytes);
  }
  void forget_spilled(std::size_t size_bytes) noexcept;
  void skip_to_cache_line(std::size_t least_bytes) noexcept;
  bool is_last(const void* block, std::size_t size_bytes) const noexcept {
    return static_cast<const std::byte*>(block) + block_footprint(size_bytes) == at(used_bytes_);
  }

  std::uintptr_t begin_ = 0;
  std::size_t size_bytes_ = 0;
  std::size_t used_bytes_ = 0;
  std::size_t spilled_blocks_ = 0;
  std::size_t spilled_bytes_ = 0;
  std::size_t ever_missing_bytes_ = 0;                     // what was freed since, too
  std::atomic<std::size_t>* all_spilled_bytes_ = nullptr;  // relaxed: a figure
};

}  // namespace baton::msg
