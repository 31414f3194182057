// SPDX-License-Identifier: Apache-2.0
// The publishing side of a `Pub` segment: loan, publish, reclaim, wake.
//
// Owns: the head and the ring of one segment, and the lists of matched readers and of orphans.
// Thread safety: none; one mutex per publisher covers it. Nothing here blocks.
// Invariants (the numbers of docs/concurrency.md):
//   1  a chunk that a live reader holds between take and release is not FREE or LOANED; readers in
//      this process say so by hold(), in private memory
//   2  a LINKED chunk is in exactly one slot
//   3  the sequence in a slot never goes back except to empty; the head never decreases
//   6  a reader that can pin is in the list of readers (added before it learns of the segment) or
//      of orphans
//   8  the bytes of a chunk are written only while it is LOANED
// If the process dies between two instructions, readers see either the old head or the new one;
// what was not published is lost with it, and the segment lives as long as a process maps it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/fence.hpp"
#include "base/kill_point.hpp"
#include "shm/chunk_pool.hpp"
#include "shm/matched_reader.hpp"
#include "shm/publication_log.hpp"
#include "shm/slot_word.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {

struct Retention {
  bool transient_local = false;  // keep the newest `depth` for late joiners
  std::size_t depth = 1;
};

class RingWriter {
 public:
  /// `pub` is zeroed memory that only this process writes. `first_sequence` is 1 except in tests.
  RingWriter(Pub& pub, std::size_t segment_size_bytes, const Retention& retention,
             const PoolLimits& limits, Commit commit, std::uint64_t first_sequence = 1);

  /// A chunk to fill. Order of resort: the chunk freed last; reclaim what no reader needs; ask
  /// whether a reader that pins has died; carve; give up the oldest unread message, if `may_evict`.
  /// Then it fails, and the text says how much is committed and which readers pin it.
  base::Result<ChunkIndex> loan(std::size_t size_bytes, bool may_evict = true);
  /// Like loan(), but without a system call and without evicting a message: enough for nearly every
  /// loan.
  bool loan_at_once(std::size_t size_bytes, ChunkIndex& chunk) {
    if (!pool_.take_free(size_bytes, chunk) && !reclaim_for(size_bytes, chunk)) return false;
    fetch_ahead();
    return true;
  }
  void discard(ChunkIndex chunk) { pool_.discard(chunk); }
  /// A reader in this process uses the chunk, from before its publication: it is not reclaimed
  /// until release(), as if it were pinned.
  void hold(ChunkIndex chunk) { pool_.hold(chunk); }
  void release(ChunkIndex chunk) { pool_.release(chunk); }
  /// The chunk whose bytes begin at `address`.
  ChunkIndex chunk_at(const void* address) const {
    return pool_.chunk_at(static_cast<std::size_t>(static_cast<const std::byte*>(address) -
                                                   reinterpret_cast<const std::byte*>(&pub_)));
  }
  std::byte* data(ChunkIndex chunk) const;
  std::size_t capacity_bytes(ChunkIndex chunk) const { return pool_.capacity_bytes(chunk); }

  /// Hands the chunk over and wakes the readers that sleep. Returns the message's sequence.
  std::uint64_t publish(ChunkIndex chunk, std::size_t size_bytes, std::int64_t source_timestamp_ns);

  /// After a publication: reclaims now if the next loan of that size would have to. That loan may
  /// delay an answer, while here the message has left. Skip this when a reader was woken: it may be
  /// waiting for this core.
  void reclaim_ahead(ChunkIndex published) {
    if (rings_ || pool_.has_another(published)) return;
    if (tail_ < head_ || !pool_.retired().empty()) reclaim(oldest_needed());
  }

  /// From now on each publication is noted in the log of the process, which outlives this writer.
  void note_in(Log& log, std::uint16_t place) {
    log_ = &log;
    log_place_ = place;
  }

  /// A sequence without a message: readers count it as lost.
  void skip();
  /// What late joiners get, oldest first: `see(sequence, message, source_timestamp_ns)`.
  template <class See>
  void for_each_retained(See see) const {
    if (!retention_.transient_local) return;
    const std::uint64_t depth = std::min<std::uint64_t>(retention_.depth, head_);
    for (std::uint64_t at = std::max(tail_, head_ + 1 - depth); at <= head_; ++at) {
      const Slot& slot = pub_.slot[at & (ring_slots - 1)];
      const std::uint64_t word =
          slot.word.load(std::memory_order_relaxed);  // only this process writes it
      if (!slot_holds(word, at)) continue;
      see(at, data(slot_chunk(word)), slot.source_timestamp_ns.load(std::memory_order_relaxed));
    }
  }

  /// The blocking reader that is `max_depth` messages behind, so that publishing now would overrun
  /// it; nullptr when there is none.
  const MatchedReader* overrun_reader() const {
    return any_reader_blocks_ ? find_overrun_reader() : nullptr;
  }
  /// The blocking reader that is furthest behind, if any message is still ahead of it.
  const MatchedReader* slowest_blocking_reader() const;
  /// Asks the kernel about every reader; the dead hold nothing any more, nor do orphans that have
  /// released all. True if there was one.
  bool drop_dead_readers();

  /// Adds a reader and returns the sequence behind which it starts: the head, or for one that wants
  /// history the oldest that is retained within its depth. The reader is in the scan list before
  /// this returns: a reader that can pin is known.
  std::uint64_t add_reader(MatchedReader reader);
  /// Removes readers and orphans. `ids` rise, so that this function and the next look at each
  /// reader once. Each removal costs one move.
  void remove_readers(std::span<const std::uint64_t> ids);
  void remove_reader(std::uint64_t id) { remove_readers({&id, 1}); }
  /// For readers whose connection broke while their process lives: they are neither waited for nor
  /// woken, but their pins stay. They may go on pinning until they notice.
  void orphan_readers(std::span<const std::uint64_t> ids);
  void orphan_reader(std::uint64_t id) { orphan_readers({&id, 1}); }

  /// Rings readers again that sleep although messages are unread; returns how many these were.
  std::size_t wake_those_behind();

  std::span<const MatchedReader> readers() const { return readers_; }
  std::uint64_t head() const { return head_; }
  std::uint64_t evicted() const { return evicted_; }
  std::uint64_t wakes() const { return wakes_; }
  /// Whether some reader sleeps in an executor at times; as of the last loan().
  bool rings() const { return rings_; }
  const ChunkPool& pool() const { return pool_; }
  std::size_t pinned_chunks() const;
  /// How many of the carved chunks each reader pins, as "name: n", for error texts.
  std::string readers_that_pin() const;

 private:
  Slot& slot(std::uint64_t sequence) { return pub_.slot[sequence & (ring_slots - 1)]; }
  /// Empties the slot of the next sequence and returns it.
  Slot& open_next_slot();
  bool reclaim_for(std::size_t size_bytes, ChunkIndex& chunk);
  base::Result<ChunkIndex> find_chunk(std::size_t size_bytes, bool may_evict);
  void fetch_ahead();
  const MatchedReader* find_overrun_reader() const;
  void note_blocking_readers();
  std::uint64_t oldest_needed() const;
  void unlink(Slot& slot, std::uint64_t word);
  void unlink_below(std::uint64_t sequence);
  void read_pins(std::uint64_t (&pins)[pin_words]) const;
  bool drop_gone_orphans();
  void reclaim(std::uint64_t keep_from);
  bool evict_oldest();
  void note();
  void wake_readers();

  Pub& pub_;
  const Retention retention_;
  ChunkPool pool_;
  std::vector<MatchedReader> readers_;
  std::vector<Orphan> orphans_;
  bool any_reader_blocks_ = false;  // some of the readers is blocking
  std::uint64_t head_;              // private copy of the shared head
  std::uint64_t tail_;              // no sequence below is linked
  std::uint64_t evicted_ = 0;
  std::uint64_t wakes_ = 0;
  bool rings_ = false;  // as of the last loan()
  std::uint16_t log_place_ = 0;
  Log* log_ = nullptr;  // null: publications are noted nowhere
};

// What follows is on the path of every message: inlined.

/// Between two messages the caches go cold, and what the readers wrote lies in another core's. The
/// lines that publish() will touch come while the message is being filled.
inline void RingWriter::fetch_ahead() {
  __builtin_prefetch(&pub_.head, 1);
  __builtin_prefetch(&pub_.slot[(head_ + 1) & (ring_slots - 1)], 1);
  rings_ = false;
  for (const MatchedReader& reader : readers_) {
    if (reader.fetch_ahead()) rings_ = true;
  }
}

[[gnu::always_inline]] inline Slot& RingWriter::open_next_slot() {
  Slot& next = slot(head_ + 1);
  const std::uint64_t old =
      next.word.load(std::memory_order_relaxed);  // only this process writes it
  if (old != empty_slot) [[unlikely]] {
    unlink(next, old);
    tail_ = std::max(tail_, head_ + 1 - ring_slots + 1);
  }
  return next;
}

[[gnu::always_inline]] inline std::uint64_t RingWriter::publish(ChunkIndex chunk,
                                                                std::size_t size_bytes,
                                                                std::int64_t source_timestamp_ns) {
  if constexpr (weakened == Weaken::head_before_armed) wake_readers();
  const std::uint64_t sequence = head_ + 1;
  Slot& target = open_next_slot();
  // [slot/fields] publisher: a reader that sees one of these new sees the slot emptied, too
  target.offset_bytes.store(pool_.offset_bytes(chunk), std::memory_order_release);
  target.size_bytes.store(size_bytes, std::memory_order_release);
  target.source_timestamp_ns.store(source_timestamp_ns, std::memory_order_release);
  pool_.link(chunk);
  base::kill_point("publish.before_slot");

  target.word.store(make_slot_word(sequence, chunk),
                    order_unless<Weaken::slot_relaxed,
                                 std::memory_order_release>);  // [ring/slot] writer
  if constexpr (weakened == Weaken::log_before_head) note();
  base::kill_point("publish.before_head");
  head_ = sequence;
  pub_.head.store(sequence, order_unless<Weaken::head_relaxed,
                                         std::memory_order_release>);  // [ring/head] writer
  base::kill_point("publish.before_log");
  if constexpr (weakened != Weaken::log_before_head) note();
  base::full_fence();  // [head/armed] publisher
  base::kill_point("publish.before_wake");
  if constexpr (weakened != Weaken::head_before_armed) wake_readers();
  base::kill_point("publish.after_wake");
  return sequence;
}

[[gnu::always_inline]] inline void RingWriter::note() {
  if (log_ != nullptr) [[unlikely]]
    note_publication(*log_, log_place_);
}

inline void RingWriter::wake_readers() {
  for (const MatchedReader& reader : readers_) {
    if (reader.wake()) ++wakes_;
  }
}

}  // namespace baton::shm
