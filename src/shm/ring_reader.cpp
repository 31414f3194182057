// SPDX-License-Identifier: Apache-2.0
#include "shm/ring_reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "base/fence.hpp"
#include "base/kill_point.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {
namespace {

/// One call looks at no more slots than this: enough to skip a ring of which everything is gone. An
/// honest publisher is left behind long before; a hostile one cannot keep the caller here.
constexpr int max_attempts = 2 * ring_slots;

std::uint64_t pin_bit(ChunkIndex chunk) { return std::uint64_t{1} << (chunk % 64); }

/// Leaves no copy when there is no memory for one.
void copy_to_heap(Taken& taken) {
  taken.copy.reset(new (std::nothrow) std::byte[taken.size_bytes]);
  if (!taken.copy) return;
  std::memcpy(taken.copy.get(), taken.data, taken.size_bytes);
  taken.data = taken.copy.get();
}

}  // namespace

RingReader::RingReader(const Pub& pub, std::size_t size_bytes, Record& record,
                       const ReaderLimits& limits, IsBacked is_backed)
    : pub_(pub),
      backed_end_bytes_(is_backed ? pool_offset_bytes : size_bytes),
      record_(record),
      limits_{limits.keep_all ? max_depth : std::clamp<std::size_t>(limits.depth, 1, max_depth),
              limits.keep_all, limits.may_pin, limits.pin_quota},
      size_bytes_(size_bytes),
      is_backed_(std::move(is_backed)),
      pin_quota_(limits.pin_quota) {}

bool RingReader::header_is_valid(const Pub& pub, std::size_t size_bytes) {
  const PubHeader header = pub.header;
  return header.magic == pub_magic && header.version == layout_version &&
         header.slots == ring_slots && header.chunks == max_chunks &&
         header.pool_offset_bytes == pool_offset_bytes && header.segment_size_bytes == size_bytes &&
         size_bytes > pool_offset_bytes;
}

void RingReader::share_quota(std::function<std::size_t()> held_elsewhere) {
  held_elsewhere_ = std::move(held_elsewhere);
  limits_.pin_quota = 0;  // makes the next take() ask is_over_quota()
}

/// Asks again what is held elsewhere: some may have been released meanwhile.
bool RingReader::is_over_quota() {
  if (pinned() < limits_.pin_quota) return false;
  if (held_elsewhere_) limits_.pin_quota = pin_quota_ - std::min(pin_quota_, held_elsewhere_());
  return pinned() >= limits_.pin_quota;
}

void RingReader::begin(std::uint64_t start) {
  cursor_ = start;
  record_.cursor.store(start, std::memory_order_relaxed);  // relaxed: as in advance()
}

void RingReader::advance(std::uint64_t sequence) {
  cursor_ = sequence;
  // Relaxed: a stale cursor only makes the publisher keep more. Whether a chunk is reused depends
  // on the pins, [unlink/pin].
  record_.cursor.store(sequence, std::memory_order_relaxed);
}

void RingReader::stop() noexcept {
  // The last sequence that there can be. Relaxed: as in advance().
  record_.cursor.store(not_reading - 1, std::memory_order_relaxed);
}

void RingReader::miss(std::uint64_t messages, std::uint64_t& counter, Taken& taken) {
  counter += messages;
  taken.missed += messages;
  tell_missed();
}

/// The five steps in one straight line, for nearly every message: one that is there and can be
/// pinned. take_otherwise() does anything else, and begins anew.
[[gnu::hot]] TakeResult RingReader::take(Taken& taken) {
  // After a sleep everything is cold: what is needed anyway is fetched at once, not one by one.
  __builtin_prefetch(&record_.cursor, 1);
  if (taken.copy) [[unlikely]]
    taken.copy.reset();
  const std::uint64_t sequence = cursor_ + 1;
  // The slot before the head: a polling reader finds the message in the line that it polls.
  const Slot& next = slot(sequence);
  const std::uint64_t word = next.word.load(std::memory_order_acquire);  // [ring/slot] reader
  // [ring/head] reader; below the cursor it becomes a large number
  const std::uint64_t ahead = pub_.head.load(std::memory_order_acquire) + 1 - sequence;
  const bool holds = slot_holds(word, sequence);
  if (ahead == 0 && !holds) return TakeResult::nothing;
  if (!holds || ahead > limits_.depth || slot_chunk(word) >= max_chunks || !limits_.may_pin ||
      pinned() >= limits_.pin_quota) [[unlikely]] {
    return take_otherwise(taken);
  }
  base::kill_point("take.before_pin");
  const TakeResult result = pin(next, word, sequence, taken);
  if (result == TakeResult::nothing) [[unlikely]]
    return take_otherwise(taken);
  if (result == TakeResult::violation) [[unlikely]]
    return result;
  advance(sequence);
  ++counters_.received;
  return TakeResult::taken;
}

/// The five steps with everything that may be in the way.
[[gnu::noinline]] TakeResult RingReader::take_otherwise(Taken& taken) {
  const std::size_t depth = limits_.depth;
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const std::uint64_t sequence = cursor_ + 1;
    const Slot& next = slot(sequence);
    std::uint64_t word = next.word.load(std::memory_order_acquire);        // [ring/slot] reader
    const std::uint64_t head = pub_.head.load(std::memory_order_acquire);  // [ring/head] reader
    // The last slot may have been seen before its head, but never a second one.
    if (head < cursor_ && (cursor_ - head > 1 || slot_holds(word, sequence))) {
      return TakeResult::violation;
    }
    if (head > cursor_ && head - cursor_ > depth) [[unlikely]] {
      const std::uint64_t jump = head - depth - cursor_;
      miss(jump, limits_.keep_all ? counters_.lost : counters_.skipped, taken);
      advance(cursor_ + jump);
      continue;
    }
    if (!slot_holds(word, sequence)) [[unlikely]] {
      if (head <= cursor_) return TakeResult::nothing;
      // [ring/slot] reader, now that the head says so
      word = next.word.load(std::memory_order_acquire);
    }
    if (!slot_holds(word, sequence)) [[unlikely]] {
      // The message is gone. With a newer head, the depth decides whether it counts as lost.
      if (pub_.head.load(std::memory_order_acquire) - cursor_ > depth) continue;
      miss(1, counters_.lost, taken);
      advance(sequence);
      continue;
    }
    if (slot_chunk(word) >= max_chunks) return TakeResult::violation;
    base::kill_point("take.before_pin");
    const bool over_quota = is_over_quota();
    const TakeResult result =
        limits_.may_pin ? pin(next, word, sequence, taken) : copy_out(next, word, sequence, taken);
    if (result == TakeResult::nothing) continue;  // the chunk was reused meanwhile: look again
    if (result == TakeResult::violation) return result;
    if (limits_.may_pin && over_quota) unpin_copied(taken);
    // There is no memory for a copy.
    if ((!limits_.may_pin || over_quota) && !taken.copy) [[unlikely]] {
      miss(1, counters_.lost, taken);
      advance(sequence);
      continue;
    }
    if (taken.copy) ++counters_.copied;
    advance(sequence);
    ++counters_.received;
    return TakeResult::taken;
  }
  return TakeResult::nothing;
}

[[gnu::always_inline]] inline TakeResult RingReader::pin(const Slot& slot, std::uint64_t word,
                                                         std::uint64_t sequence, Taken& taken) {
  const ChunkIndex chunk = slot_chunk(word);
  std::atomic<std::uint64_t>& pins = record_.pins[chunk / 64];
  const bool plausible = describe(slot, word, sequence, taken);
  if (plausible) {
    // Before the pin, so that these cache misses do not wait behind it.
    __builtin_prefetch(taken.data);
    __builtin_prefetch(taken.data + taken.size_bytes - 1);
  }
  // [unlink/pin] subscriber: the pin before the second look at the slot. Both are sequentially
  // consistent, so that with the publisher's fence one of the two sides sees the other.
  pins.fetch_or(pin_bit(chunk), std::memory_order_seq_cst);
  base::kill_point("take.pinned");
  if constexpr (weakened != Weaken::validate_after_pin) {
    // [unlink/pin] subscriber, second look
    constexpr std::memory_order order =
        order_unless<Weaken::second_look_acquire, std::memory_order_seq_cst,
                     std::memory_order_acquire>;
    if (slot.word.load(order) != word) [[unlikely]] {
      pins.fetch_and(~pin_bit(chunk), std::memory_order_release);  // [release/reuse] subscriber
      return TakeResult::nothing;
    }
  }
  pins_.lend();
  if (!plausible) {
    release(chunk);
    return TakeResult::violation;
  }
  return TakeResult::taken;
}

[[gnu::cold, gnu::noinline]] void RingReader::unpin_copied(Taken& taken) {
  copy_to_heap(taken);
  release(taken.chunk);
}

/// For a publisher that does not honour this reader's pins. The bytes may be reused at any time, so
/// they are copied first, and believed only if the slot says the same afterwards.
[[gnu::cold, gnu::noinline]] TakeResult RingReader::copy_out(const Slot& slot, std::uint64_t word,
                                                             std::uint64_t sequence, Taken& taken) {
  const bool plausible = describe(slot, word, sequence, taken);
  if (plausible) copy_to_heap(taken);
  base::kill_point("take.copied");
  base::full_fence();  // [unlink/copy] subscriber: the copy before the second look at the slot
  if (slot.word.load(std::memory_order_acquire) != word) return TakeResult::nothing;
  return plausible ? TakeResult::taken : TakeResult::violation;
}

/// Reads the fields of the slot. They belong to the message if the second look finds the same word:
/// fields are written only while the slot is empty.
bool RingReader::describe(const Slot& slot, std::uint64_t word, std::uint64_t sequence,
                          Taken& taken) {
  // [slot/fields] subscriber; each is loaded once
  const std::uint64_t offset = slot.offset_bytes.load(std::memory_order_acquire);
  const std::uint64_t size = slot.size_bytes.load(std::memory_order_acquire);
  taken.source_timestamp_ns = slot.source_timestamp_ns.load(std::memory_order_acquire);
  if (offset < pool_offset_bytes || offset % base::cache_line_bytes != 0) return false;
  if (offset > backed_end_bytes_ || size > backed_end_bytes_ - offset) [[unlikely]] {
    if (!believe(offset, size)) return false;
  }
  taken.data = reinterpret_cast<const std::byte*>(&pub_) + offset;
  taken.size_bytes = size;
  taken.sequence = sequence;
  taken.chunk = slot_chunk(word);
  return true;
}

/// Checks bytes that lie further behind than any message before: the publisher's pool has grown, or
/// the publisher lies.
[[gnu::cold, gnu::noinline]] bool RingReader::believe(std::size_t offset, std::size_t size) {
  if (offset > size_bytes_ || size > size_bytes_ - offset) return false;
  // Ask for everything from the last believed byte on, because an honest pool grows without a gap.
  // So no byte is asked for twice.
  if (is_backed_ && !is_backed_(backed_end_bytes_, offset + size)) return false;
  backed_end_bytes_ = std::max(backed_end_bytes_, offset + size);
  return true;
}

[[gnu::hot]] bool RingReader::release(ChunkIndex chunk) noexcept {
  base::kill_point("release.before_unpin");
  // Release, [release/reuse]: this reader's last look at the bytes comes before their reuse.
  record_.pins[chunk / 64].fetch_and(
      ~pin_bit(chunk), order_unless<Weaken::unpin_relaxed, std::memory_order_release>);
  return pins_.give_back();  // comes last: the record may be given back now
}

}  // namespace baton::shm
