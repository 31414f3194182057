// SPDX-License-Identifier: Apache-2.0
#include "shm/ring_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/assert.hpp"
#include "base/erase_unordered.hpp"
#include "base/fence.hpp"
#include "base/kill_point.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {

RingWriter::RingWriter(Pub& pub, std::size_t segment_size_bytes, const Retention& retention,
                       const PoolLimits& limits, Commit commit, std::uint64_t first_sequence)
    : pub_(pub),
      retention_{retention.transient_local, std::min(retention.depth, max_depth)},
      pool_(segment_size_bytes - pool_offset_bytes, limits, std::move(commit)),
      head_(first_sequence - 1),
      tail_(first_sequence) {
  readers_.reserve(64);
  pub_.header = {pub_magic,  layout_version,    ring_slots,
                 max_chunks, pool_offset_bytes, segment_size_bytes};
  pub_.head.store(head_, std::memory_order_relaxed);  // no reader maps the segment yet
}

std::byte* RingWriter::data(ChunkIndex chunk) const {
  return reinterpret_cast<std::byte*>(&pub_) + pool_.offset_bytes(chunk);
}

base::Result<ChunkIndex> RingWriter::loan(std::size_t size_bytes, bool may_evict) {
  ChunkIndex chunk = 0;
  if (loan_at_once(size_bytes, chunk)) return chunk;
  auto found = find_chunk(size_bytes, may_evict);
  if (found) fetch_ahead();
  return found;
}

/// Reclaims, because no chunk of that size is FREE.
[[gnu::noinline]] bool RingWriter::reclaim_for(std::size_t size_bytes, ChunkIndex& chunk) {
  base::kill_point("loan.before_reclaim");
  reclaim(oldest_needed());
  return pool_.take_free(size_bytes, chunk);
}

/// Called when reclaiming freed no chunk: looks for dead readers, carves, and evicts at last.
base::Result<ChunkIndex> RingWriter::find_chunk(std::size_t size_bytes, bool may_evict) {
  ChunkIndex chunk = 0;
  const bool held_back = !pool_.retired().empty() || slowest_blocking_reader() != nullptr;
  if (held_back && drop_dead_readers()) {
    reclaim(oldest_needed());
    if (pool_.take_free(size_bytes, chunk)) return chunk;
  }
  base::Status carved = pool_.carve(size_bytes);
  if (carved) {
    const bool taken = pool_.take_free(size_bytes, chunk);
    BATON_ASSERT(taken, size_bytes);
    return chunk;
  }
  // A message that no linked chunk could hold must not cost readers the messages that are linked.
  while (may_evict && pool_.has_linked_for(size_bytes) && evict_oldest()) {
    if (pool_.take_free(size_bytes, chunk)) return chunk;
  }
  return base::Error{carved.error().code,
                     fmt::format("no memory for a message of {} bytes: {}; committed {} bytes, "
                                 "{} loaned and not yet published, pinned by {}",
                                 size_bytes, carved.error().text, pool_.committed_bytes(),
                                 pool_.loaned_chunks(), readers_that_pin())};
}

void RingWriter::skip() {
  open_next_slot();
  ++head_;
  pub_.head.store(head_, std::memory_order_release);  // [ring/head] writer
}

std::uint64_t RingWriter::oldest_needed() const {
  std::uint64_t needed = head_ + 1;
  const auto newest = [this](std::size_t depth) {
    return head_ + 1 - std::min<std::uint64_t>(depth, head_);
  };
  if (retention_.transient_local) needed = newest(retention_.depth);
  for (const MatchedReader& reader : readers_) {
    if (reader.dead) continue;
    const std::uint64_t unread = reader.cursor(head_) + 1;
    needed = std::min(needed, reader.blocks ? unread : std::max(unread, newest(reader.depth)));
  }
  return needed;
}

void RingWriter::unlink(Slot& slot, std::uint64_t word) {
  // Relaxed: the full fence between here and the pins orders it, [unlink/pin].
  slot.word.store(empty_slot, std::memory_order_relaxed);
  pool_.retire(slot_chunk(word));
}

void RingWriter::unlink_below(std::uint64_t sequence) {
  // Sequences without a message may be many more than there are slots.
  if (head_ >= ring_slots) tail_ = std::max(tail_, head_ + 1 - ring_slots);
  for (; tail_ < sequence; ++tail_) {
    Slot& old = slot(tail_);
    const std::uint64_t word =
        old.word.load(std::memory_order_relaxed);  // only this process writes it
    if (slot_holds(word, tail_)) unlink(old, word);
  }
}

/// Collects the pins of all readers, for the carved chunks. Further words of `pins` are not
/// written.
void RingWriter::read_pins(std::uint64_t (&pins)[pin_words]) const {
  const std::size_t words = (pool_.carved_chunks() + 63) / 64;
  for (std::size_t i = 0; i < words; ++i) pins[i] = 0;
  for (const MatchedReader& reader : readers_) {
    if (reader.dead || !reader.may_pin) continue;
    for (std::size_t i = 0; i < words; ++i) {
      // Acquire, [release/reuse]: the reader's last look at the bytes comes before their reuse.
      pins[i] |= reader.record->pins[i].load(
          order_unless<Weaken::reuse_relaxed, std::memory_order_acquire>);
    }
  }
  for (const Orphan& orphan : orphans_) {
    for (std::size_t i = 0; i < words; ++i) {
      pins[i] |= orphan.record->pins[i].load(std::memory_order_acquire);  // [release/reuse]
    }
  }
}

void RingWriter::reclaim(std::uint64_t keep_from) {
  std::uint64_t pins[pin_words];
  if constexpr (weakened == Weaken::unlink_before_pins) read_pins(pins);
  base::kill_point("reclaim.before_unlink");
  unlink_below(keep_from);
  if (pool_.retired().empty()) return;
  base::full_fence();  // [unlink/pin] [unlink/copy] publisher: empty slots before the pins, and
                       // reuse
  if constexpr (weakened != Weaken::unlink_before_pins) read_pins(pins);
  pool_.free_unpinned(pins);
}

bool RingWriter::evict_oldest() {
  std::uint64_t limit = head_ + 1;
  if (const MatchedReader* slowest = slowest_blocking_reader()) limit = slowest->cursor(head_) + 1;
  while (tail_ < limit && !slot_holds(slot(tail_).word.load(std::memory_order_relaxed), tail_))
    ++tail_;
  if (tail_ >= limit) return false;
  ++evicted_;
  reclaim(tail_ + 1);
  return true;
}

const MatchedReader* RingWriter::slowest_blocking_reader() const {
  const MatchedReader* slowest = nullptr;
  std::uint64_t lowest = head_;
  for (const MatchedReader& reader : readers_) {
    if (!reader.blocks || reader.dead) continue;
    if (const std::uint64_t cursor = reader.cursor(head_); cursor < lowest) {
      lowest = cursor;
      slowest = &reader;
    }
  }
  return slowest;
}

const MatchedReader* RingWriter::find_overrun_reader() const {
  const MatchedReader* slowest = slowest_blocking_reader();
  return slowest != nullptr && head_ - slowest->cursor(head_) >= max_depth ? slowest : nullptr;
}

bool RingWriter::drop_dead_readers() {
  bool found = false;
  for (MatchedReader& reader : readers_) {
    if (reader.dead || reader.alive()) continue;
    reader.dead = true;
    found = true;
  }
  return drop_gone_orphans() || found;
}

bool RingWriter::drop_gone_orphans() {
  return std::erase_if(orphans_, [](const Orphan& orphan) {
           return orphan.has_let_go() || !orphan.alive();
         }) != 0;
}

std::uint64_t RingWriter::add_reader(MatchedReader reader) {
  // Messages behind the publisher's own depth are not history. They are linked only because they
  // were not reclaimed yet.
  const std::uint64_t depth = std::min({retention_.depth, reader.depth, head_});
  reader.start = retention_.transient_local && reader.wants_history
                     ? std::max(tail_, head_ + 1 - depth) - 1
                     : head_;
  readers_.push_back(std::move(reader));
  note_blocking_readers();
  base::full_fence();  // [scan/welcome] publisher: in the list before it learns of the segment
  return readers_.back().start;
}

void RingWriter::remove_readers(std::span<const std::uint64_t> ids) {
  const auto goes = [ids](const auto& each) {
    return std::binary_search(ids.begin(), ids.end(), each.id);
  };
  base::erase_unordered_if(readers_, goes);
  base::erase_unordered_if(orphans_, goes);
  note_blocking_readers();
}

void RingWriter::orphan_readers(std::span<const std::uint64_t> ids) {
  base::erase_unordered_if(readers_, [this, ids](MatchedReader& reader) {
    if (!std::binary_search(ids.begin(), ids.end(), reader.id)) return false;
    if (reader.may_pin) {
      orphans_.push_back({reader.id, reader.record, reader.generation, std::move(reader.alive),
                          std::move(reader.name)});
    }
    return true;
  });
  note_blocking_readers();
}

std::size_t RingWriter::wake_those_behind() {
  return static_cast<std::size_t>(
      std::count_if(readers_.begin(), readers_.end(),
                    [this](const MatchedReader& reader) { return reader.wake_if_behind(head_); }));
}

void RingWriter::note_blocking_readers() {
  any_reader_blocks_ = std::any_of(readers_.begin(), readers_.end(),
                                   [](const MatchedReader& reader) { return reader.blocks; });
}

std::size_t RingWriter::pinned_chunks() const {
  std::uint64_t pins[pin_words] = {};
  read_pins(pins);
  std::size_t count = 0;
  for (const std::uint64_t word : pins) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

std::string RingWriter::readers_that_pin() const {
  std::string text;
  const auto add = [&text](const std::string& name, const Record& record) {
    int count = 0;
    for (const auto& word : record.pins) {
      // The number is only for an error text.
      count += std::popcount(word.load(std::memory_order_relaxed));
    }
    if (count > 0) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, count);
  };
  for (const MatchedReader& reader : readers_) add(reader.name, *reader.record);
  for (const Orphan& orphan : orphans_) {
    add(orphan.name + " from before its connection broke", *orphan.record);
  }
  return text.empty() ? "no subscription" : text;
}

}  // namespace baton::shm
