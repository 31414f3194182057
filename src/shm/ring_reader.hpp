// SPDX-License-Identifier: Apache-2.0
// The subscribing side of a `Pub` segment: take, pin, release.
//
// Owns: one record of this process's `Rec` segment (cursor, pins); reads the peer's segment.
// Thread safety: take(), close() and has_data() by one thread at a time (the subscription's mutex);
// release() from any thread.
// Every word of the peer's segment is input: it is loaded once, bounded, and a lie ends the match.
// A size is believed only where there is memory behind it: to read a gap would allocate what the
// peer says.
// Invariants (docs/concurrency.md): 1 a taken chunk does not change until release; 7 every call is
// bounded: a retry means that the publisher has published, and retries are counted.
// If the process dies at any instruction its record goes with it: the publisher drops the record
// once the kernel says that the process is gone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/lent_count.hpp"
#include "shm/layout.hpp"
#include "shm/slot_word.hpp"

namespace baton::shm {

struct ReaderLimits {
  std::size_t depth = 1;      // unread messages that are kept
  bool keep_all = false;      // unread messages are not skipped
  bool may_pin = true;        // same uid; otherwise messages are copied and then validated
  std::size_t pin_quota = 9;  // pins held at once; above it messages are copied
};

struct ReaderCounters {
  std::uint64_t received = 0;  // delivered
  std::uint64_t skipped = 0;   // newer ones were there and the depth was smaller
  std::uint64_t lost = 0;      // gone before this reader could see them, or no memory for the copy
  std::uint64_t copied = 0;    // delivered from the heap: over the pin quota, or another uid
};

/// A delivered message. Either pinned in the publisher's pool or, when `copy` is set, on the heap.
struct Taken {
  const std::byte* data = nullptr;
  std::size_t size_bytes = 0;
  std::uint64_t sequence = 0;
  std::int64_t source_timestamp_ns = 0;
  ChunkIndex chunk = 0;
  std::uint64_t missed = 0;  // lost or skipped meanwhile, whatever the result; added up
  std::unique_ptr<std::byte[]> copy;
};

enum class TakeResult {
  nothing,   // no message
  taken,     // `Taken` is filled
  violation  // the peer's memory contradicts itself: drop the peer
};

class RingReader {
 public:
  /// Whether there is memory behind the bytes [begin, end) of the segment.
  using IsBacked = std::function<bool(std::size_t begin, std::size_t end)>;

  /// `size_bytes` is the size of the peer's segment as the kernel reports it. The record must be
  /// zeroed and used by no other reader. `is_backed` is asked of what lies further behind than all
  /// before; null: all of the segment is there.
  RingReader(const Pub& pub, std::size_t size_bytes, Record& record, const ReaderLimits& limits,
             IsBacked is_backed = nullptr);

  /// True if the header is one that this version reads, with the given segment size.
  static bool header_is_valid(const Pub& pub, std::size_t size_bytes);

  /// Pins of the same publisher's chunks through other readers count against the quota, too. take()
  /// asks `held_elsewhere` when the quota is reached; the number may only fall. Call this before
  /// begin().
  void share_quota(std::function<std::size_t()> held_elsewhere);

  /// From now on messages behind `start` are read.
  void begin(std::uint64_t start);

  bool has_data() const {
    return pub_.head.load(std::memory_order_acquire) > cursor_;  // [ring/head] reader
  }
  /// How many messages were published behind the cursor. Some may be gone.
  std::uint64_t unread() const {
    // [ring/head] reader
    const std::uint64_t head = pub_.head.load(std::memory_order_acquire);
    return head > cursor_ ? head - cursor_ : 0;
  }
  /// The next message, in steps whose order keeps it whole:
  ///
  ///   1 look      at the slot behind the cursor, then at the head. The slot has the message if it
  ///               says its sequence. A head further away than the depth: older ones are skipped.
  ///               A slot that says something else although the head has passed: lost.
  ///   2 describe  offset, size and time as the slot has them, bounded by the segment.
  ///   3 pin       the chunk's bit in our record, which the publisher reads before it reuses it.
  ///   4 look      at the slot again. Unchanged: the publisher sees the pin. Otherwise the chunk
  ///               may be in use again: the pin goes, and step 1 follows.
  ///   5 advance   the cursor, which tells the publisher what it need not keep for us.
  ///
  /// Above the pin quota the message is copied behind step 4 and the pin goes. A publisher of
  /// another user honours no pins: instead of step 3 the message is copied, and believed after
  /// step 4.
  TakeResult take(Taken& taken);
  /// What the next take() will touch of shared memory, for fetching ahead.
  const void* next_slot() const { return &slot(cursor_ + 1); }
  const std::atomic<std::uint64_t>* head() const { return &pub_.head; }
  const void* cursor_word() const { return &record_.cursor; }
  /// Releases a chunk. True, once: this was the last one held, and the reader was closed. After any
  /// other result the reader may be gone when this returns.
  bool release(ChunkIndex chunk) noexcept;
  /// Nothing more will be taken: the publisher neither keeps messages for this reader nor waits for
  /// it. What is held stays.
  void stop() noexcept;
  /// Nothing can be taken any more. True: nothing is held, and release() returns true to no caller.
  bool close() noexcept { return pins_.close(); }

  const ReaderCounters& counters() const { return counters_; }
  /// Counts the message taken last as lost, because it could not be handed on.
  void count_as_lost() {
    --counters_.received;
    ++counters_.lost;
    tell_missed();
  }
  std::uint64_t cursor() const { return cursor_; }
  std::size_t pinned() const { return pins_.out(); }
  /// Like pinned(), for use after close().
  std::size_t still_pinned() const { return pins_.left(); }

 private:
  const Slot& slot(std::uint64_t sequence) const { return pub_.slot[sequence & (ring_slots - 1)]; }
  TakeResult take_otherwise(Taken& taken);
  bool describe(const Slot& slot, std::uint64_t word, std::uint64_t sequence, Taken& taken);
  bool believe(std::size_t offset, std::size_t size);
  TakeResult pin(const Slot& slot, std::uint64_t word, std::uint64_t sequence, Taken& taken);
  bool is_over_quota();
  void unpin_copied(Taken& taken);
  TakeResult copy_out(const Slot& slot, std::uint64_t word, std::uint64_t sequence, Taken& taken);
  void advance(std::uint64_t sequence);
  /// Counts messages that no take() will return, as lost or as skipped.
  void miss(std::uint64_t messages, std::uint64_t& counter, Taken& taken);
  void tell_missed() {
    // Relaxed: a figure for observers, on which nothing depends.
    record_.missed.store(counters_.lost + counters_.skipped, std::memory_order_relaxed);
  }

  const Pub& pub_;
  std::size_t backed_end_bytes_;  // how much of the segment is known to have memory behind it
  Record& record_;
  ReaderLimits limits_;       // constant, except for what is left of the quota
  std::uint64_t cursor_ = 0;  // private copy of record_.cursor
  base::LentCount pins_;
  ReaderCounters counters_;
  const std::size_t size_bytes_;
  const IsBacked is_backed_;
  const std::size_t pin_quota_;
  std::function<std::size_t()> held_elsewhere_;
};

}  // namespace baton::shm
