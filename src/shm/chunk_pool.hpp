// SPDX-License-Identifier: Apache-2.0
// The chunks of one publisher: private states and free lists over the pool of a `Pub` segment.
//
// Owns: which chunk is in which state. Touches no byte of the segment.
// Thread safety: none; the publisher's mutex covers it.
// Invariants: a chunk that is held is not FREE; a chunk is in exactly one state; FREE chunks are in
// exactly one free list, RETIRED chunks in `retired()`; a state change asserts the state it comes
// from. If the process dies at any instruction nothing is left: states are private memory.
//
//   FREE -> LOANED -> LINKED -> RETIRED -> FREE,  LOANED -> FREE
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "shm/layout.hpp"
#include "shm/slot_word.hpp"

namespace baton::shm {

/// Makes `size` bytes of the segment at `offset` usable, or says which limit forbids it.
using Commit = std::function<base::Status(std::size_t offset_bytes, std::size_t size_bytes)>;

struct PoolLimits {
  std::size_t floor_bytes = std::size_t{64} << 20;   // the cap is at least this,
  std::size_t messages = 32;                         // or this many of the largest message so far,
  std::size_t ceiling_bytes = std::size_t{1} << 30;  // but never more than this
  std::string why_less{};  // why the ceiling is lower than was asked; empty: it is not
};

/// For a message larger than a pool ever gets, of shared memory or of the heap; `option` is the
/// member of PublisherOptions that says how large. Code EMSGSIZE.
base::Error does_not_fit(std::size_t size_bytes, std::size_t most_bytes, std::string_view option);

/// The most pool memory that a publisher can use if no message is larger than `size_bytes`.
std::size_t most_pool_bytes(std::size_t size_bytes);

class ChunkPool {
 public:
  /// The segment has a pool of `pool_size_bytes` behind its ring; `commit` is called before first
  /// use.
  ChunkPool(std::size_t pool_size_bytes, const PoolLimits& limits, Commit commit);
  ChunkPool(const ChunkPool&) = delete;  // its chunks point into its lists
  ChunkPool& operator=(const ChunkPool&) = delete;

  /// Takes a FREE chunk of at least `size_bytes`, which is LOANED then: the one freed last, whose
  /// pages are hot. False when none is free.
  bool take_free(std::size_t size_bytes, ChunkIndex& chunk);

  /// Carves chunks for messages of `size_bytes` out of fresh pool memory and makes them FREE.
  /// Fails, with what was asked and the limit that was hit, at the cap, at `max_chunks`, or when
  /// the machine has no memory left.
  base::Status carve(std::size_t size_bytes);

  /// True if a chunk that is LINKED now would serve a message of `size_bytes` once it is free.
  bool has_linked_for(std::size_t size_bytes) const;
  /// Whether another chunk of the same list is FREE.
  bool has_another(ChunkIndex chunk) const { return chunks_[chunk].home->first != no_chunk; }

  void link(ChunkIndex chunk);     // LOANED -> LINKED
  void discard(ChunkIndex chunk);  // LOANED -> FREE
  void retire(ChunkIndex chunk);   // LINKED -> RETIRED

  /// A chunk that is held is not FREE before it is released, whatever its state and its pins.
  void hold(ChunkIndex chunk);
  void release(ChunkIndex chunk);

  /// RETIRED -> FREE for every retired chunk that is not held and whose bit is not set in `pins`.
  void free_unpinned(const std::uint64_t (&pins)[pin_words]);

  const std::vector<ChunkIndex>& retired() const { return retired_; }
  std::size_t carved_chunks() const { return chunks_.size(); }
  std::size_t carved_bytes() const { return next_offset_bytes_ - pool_offset_bytes; }
  std::size_t committed_bytes() const { return committed_end_bytes_ - pool_offset_bytes; }
  std::size_t cap_bytes() const { return cap_bytes_; }
  const PoolLimits& limits() const { return limits_; }
  std::size_t loaned_chunks() const { return loaned_; }
  std::size_t capacity_bytes(ChunkIndex chunk) const { return chunks_[chunk].capacity_bytes; }
  std::size_t offset_bytes(ChunkIndex chunk) const { return chunks_[chunk].offset_bytes; }
  /// The chunk that begins at `offset_bytes`.
  ChunkIndex chunk_at(std::size_t offset_bytes) const;

 private:
  enum class State : std::uint8_t { free, loaned, linked, retired };
  static constexpr ChunkIndex no_chunk = ~ChunkIndex{0};
  struct FreeList {  // LIFO, linked through the chunks: freeing a chunk needs no memory
    bool serves(std::size_t size_bytes) const {
      return smallest_bytes <= size_bytes && size_bytes <= capacity_bytes;
    }

    std::size_t smallest_bytes;
    std::size_t capacity_bytes;
    ChunkIndex first = no_chunk;
  };
  struct Chunk {
    std::size_t offset_bytes;
    std::size_t capacity_bytes;
    FreeList* home;   // the list that has it while it is FREE,
    ChunkIndex next;  // and the next chunk in that list
    State state;
    bool held = false;  // by readers in this process, which need no pin
  };

  std::size_t pool_size_bytes() const { return pool_end_bytes_ - pool_offset_bytes; }
  base::Error too_large(std::size_t size_bytes, std::size_t ceiling_bytes) const;
  FreeList& free_list(std::size_t capacity_bytes);
  void free(ChunkIndex chunk, State from);
  void change(ChunkIndex chunk, State from, State to);

  const std::size_t pool_end_bytes_;
  const PoolLimits limits_;
  const Commit commit_;
  std::size_t cap_bytes_ = 0;  // 0 until the first message is known
  std::size_t next_offset_bytes_ = pool_offset_bytes;
  std::size_t committed_end_bytes_ = pool_offset_bytes;
  std::size_t loaned_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<ChunkIndex> retired_;
  std::list<FreeList> free_lists_;  // by rising capacity; a handful
};

// On the path of every message: inlined.

[[gnu::always_inline]] inline void ChunkPool::change(ChunkIndex chunk, State from, State to) {
  BATON_ASSERT(chunk < chunks_.size(), chunk, chunks_.size());
  BATON_ASSERT(chunks_[chunk].state == from, chunk, static_cast<int>(chunks_[chunk].state),
               static_cast<int>(to));
  chunks_[chunk].state = to;
}

[[gnu::always_inline]] inline bool ChunkPool::take_free(std::size_t size_bytes, ChunkIndex& chunk) {
  for (FreeList& list : free_lists_) {
    if (list.first == no_chunk || !list.serves(size_bytes)) continue;
    chunk = list.first;
    list.first = chunks_[chunk].next;
    change(chunk, State::free, State::loaned);
    ++loaned_;
    return true;
  }
  return false;
}

[[gnu::always_inline]] inline void ChunkPool::link(ChunkIndex chunk) {
  change(chunk, State::loaned, State::linked);
  --loaned_;
}

[[gnu::always_inline]] inline void ChunkPool::retire(ChunkIndex chunk) {
  change(chunk, State::linked, State::retired);
  retired_.push_back(chunk);  // there is room for all
}

}  // namespace baton::shm
