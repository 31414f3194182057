// SPDX-License-Identifier: Apache-2.0
#include "shm/ring_reader.hpp"

#include <algorithm>
#include <cstring>

#include "base/fence.hpp"
#include "base/kill_point.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {
namespace {

/// One call looks at no more slots than this: enough to pass over a ring of which everything is gone.
/// An honest publisher is left behind long before; a hostile one cannot keep the caller here.
constexpr int max_attempts = 2 * ring_slots;

std::uint64_t pin_bit(ChunkIndex chunk) { return std::uint64_t{1} << (chunk % 64); }

}  // namespace

RingReader::RingReader(const Pub& pub, std::size_t size_bytes, Record& record,
                       const ReaderLimits& limits)
    : pub_(pub),
      size_bytes_(size_bytes),
      record_(record),
      limits_{std::clamp<std::size_t>(limits.depth, 1, max_depth), limits.keep_all, limits.may_pin,
              limits.pin_quota} {}

bool RingReader::header_is_valid(const Pub& pub, std::size_t size_bytes) {
  const PubHeader header = pub.header;
  return header.magic == pub_magic && header.version == layout_version &&
         header.slots == ring_slots && header.chunks == max_chunks &&
         header.pool_offset_bytes == pool_offset_bytes && header.segment_size_bytes == size_bytes &&
         size_bytes > pool_offset_bytes;
}

void RingReader::begin(std::uint64_t start) {
  cursor_ = start;
  record_.cursor.store(start, std::memory_order_release);  // [cursor/unlink] subscriber
}

void RingReader::advance(std::uint64_t sequence) {
  cursor_ = sequence;
  // [cursor/unlink] subscriber: the publisher may unlink what is behind. A stale cursor only keeps
  // more.
  record_.cursor.store(sequence, std::memory_order_release);
}

TakeResult RingReader::take(Taken& taken) {
  // After a sleep everything is cold. What is needed anyway is fetched at once, not one by one.
  __builtin_prefetch(&record_.cursor, 1);
  __builtin_prefetch(&pub_.slot[(cursor_ + 1) & (ring_slots - 1)]);
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const std::uint64_t head = pub_.head.load(std::memory_order_acquire);  // [ring/head] reader
    if (head == cursor_) return TakeResult::nothing;
    if (head < cursor_) return TakeResult::violation;
    const std::size_t depth = limits_.keep_all ? max_depth : limits_.depth;
    if (head - cursor_ > depth) {
      const std::uint64_t jump = head - depth - cursor_;
      (limits_.keep_all ? counters_.lost : counters_.skipped) += jump;
      advance(cursor_ + jump);
    }
    const std::uint64_t sequence = cursor_ + 1;
    const std::uint64_t word =
        pub_.slot[sequence & (ring_slots - 1)].load(std::memory_order_acquire);  // [ring/slot] reader
    if (!slot_holds(word, sequence)) {
      // Gone. If the head has moved on, the depth decides whether it was ours to lose.
      if (pub_.head.load(std::memory_order_acquire) - cursor_ > depth) continue;
      ++counters_.lost;
      advance(sequence);
      continue;
    }
    if (slot_chunk(word) >= max_chunks) return TakeResult::violation;
    base::kill_point("take.before_pin");
    const bool over_quota = pinned() >= limits_.pin_quota;
    const TakeResult result = limits_.may_pin ? pin(word, sequence, taken)
                                              : copy_out(word, sequence, taken);
    if (result == TakeResult::nothing) continue;  // reused under our hands: look again
    if (result == TakeResult::violation) return result;
    if (limits_.may_pin && over_quota) {
      taken.copy = std::make_unique_for_overwrite<std::byte[]>(taken.size_bytes);
      std::memcpy(taken.copy.get(), taken.data, taken.size_bytes);
      taken.data = taken.copy.get();
      release(taken.chunk);
    }
    if (taken.copy) ++counters_.copied;
    advance(sequence);
    ++counters_.received;
    return TakeResult::taken;
  }
  return TakeResult::nothing;
}

TakeResult RingReader::pin(std::uint64_t word, std::uint64_t sequence, Taken& taken) {
  const ChunkIndex chunk = slot_chunk(word);
  std::atomic<std::uint64_t>& pins = record_.pins[chunk / 64];
  // Before the pin, so that its cache misses do not wait behind the fence. What is read here holds
  // if the second look finds the same word: then the chunk was linked all the time.
  const bool plausible = describe(chunk, sequence, taken);
  if (plausible) {
    __builtin_prefetch(taken.data);
    __builtin_prefetch(taken.data + taken.size_bytes - 1);
  }
  // [unlink/pin] subscriber: the pin before the second look at the slot
  pins.fetch_or(pin_bit(chunk), std::memory_order_seq_cst);
  base::full_fence();
  base::kill_point("take.pinned");
  if constexpr (weakened != Weaken::validate_after_pin) {
    const std::atomic<std::uint64_t>& slot = pub_.slot[sequence & (ring_slots - 1)];
    if (slot.load(std::memory_order_acquire) != word) {  // [unlink/pin] subscriber, second look
      pins.fetch_and(~pin_bit(chunk), std::memory_order_release);  // [release/reuse] subscriber
      return TakeResult::nothing;
    }
  }
  pinned_.fetch_add(1, std::memory_order_relaxed);  // a quota, nothing is ordered by it
  if (!plausible) {
    release(chunk);
    return TakeResult::violation;
  }
  return TakeResult::taken;
}

/// For a publisher that does not honour our pins: the bytes may be reused at any time, so they are
/// copied first and believed only if the slot still says the same afterwards.
TakeResult RingReader::copy_out(std::uint64_t word, std::uint64_t sequence, Taken& taken) {
  const std::atomic<std::uint64_t>& slot = pub_.slot[sequence & (ring_slots - 1)];
  const bool plausible = describe(slot_chunk(word), sequence, taken);
  if (plausible) {
    taken.copy = std::make_unique_for_overwrite<std::byte[]>(taken.size_bytes);
    std::memcpy(taken.copy.get(), taken.data, taken.size_bytes);
    taken.data = taken.copy.get();
  }
  base::kill_point("take.copied");
  base::full_fence();  // [unlink/copy] subscriber: the copy before the second look at the slot
  if (slot.load(std::memory_order_acquire) != word) return TakeResult::nothing;
  return plausible ? TakeResult::taken : TakeResult::violation;
}

bool RingReader::describe(ChunkIndex chunk, std::uint64_t sequence, Taken& taken) const {
  const Descriptor& descriptor = pub_.descriptor[chunk];
  // Relaxed: [ring/slot] made them visible; each is loaded once.
  const std::uint64_t offset = descriptor.offset_bytes.load(std::memory_order_relaxed);
  const std::uint64_t capacity = descriptor.capacity_bytes.load(std::memory_order_relaxed);
  const std::uint64_t size = descriptor.size_bytes.load(std::memory_order_relaxed);
  if (offset < pool_offset_bytes || offset > size_bytes_ || capacity > size_bytes_ - offset ||
      size > capacity || offset % base::cache_line_bytes != 0 ||
      descriptor.sequence.load(std::memory_order_relaxed) != sequence) {
    return false;
  }
  taken.data = reinterpret_cast<const std::byte*>(&pub_) + offset;
  taken.size_bytes = size;
  taken.sequence = sequence;
  taken.source_timestamp_ns = descriptor.source_timestamp_ns.load(std::memory_order_relaxed);
  taken.chunk = chunk;
  taken.copy.reset();
  return true;
}

void RingReader::release(ChunkIndex chunk) noexcept {
  base::kill_point("release.before_unpin");
  pinned_.fetch_sub(1, std::memory_order_relaxed);  // a quota, nothing is ordered by it
  // Release, [release/reuse]: our last look at the bytes comes before their reuse.
  record_.pins[chunk / 64].fetch_and(~pin_bit(chunk), std::memory_order_release);
}

}  // namespace baton::shm
