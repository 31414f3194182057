// SPDX-License-Identifier: Apache-2.0
// What two processes read of each other: the format of the `Pub`, the `Rec` and the `Log` segment.
//
// One process writes a segment. All others map it read-only and treat every word as input. Every
// change here is a new `layout_version` and a line in CHANGELOG under "Memory layout". The picture
// is in docs/memory_layout.md.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/platform.hpp"

namespace baton::shm {

inline constexpr std::uint32_t layout_version = 9;
inline constexpr std::uint64_t pub_magic = 0x3142'5550'4e54'4142;  // "BATNPUB1"
inline constexpr std::uint64_t rec_magic = 0x3143'4552'4e54'4142;  // "BATNREC1"
inline constexpr std::uint64_t log_magic = 0x3147'4f4c'4e54'4142;  // "BATNLOG1"

inline constexpr std::size_t ring_slots = 4096;  // a power of two: sequence % ring_slots is a mask
inline constexpr std::size_t max_chunks = 4096;  // a chunk index + 1 fits the 16 bits of a slot
inline constexpr std::size_t max_executors = 512;  // most executors of one process
inline constexpr std::size_t max_records = 4096;   // (subscription, publisher) pairs of one process
inline constexpr std::size_t max_figures = 16384;  // publishers of one process that show figures
inline constexpr std::size_t pin_words = max_chunks / 64;
inline constexpr std::size_t log_entries = 1024;  // a power of two: number % log_entries is a mask
inline constexpr std::size_t max_log_places = 65536;  // publishers that share a log; 16 bits

/// A deeper subscription is served as if its depth were this; half of the ring stays slack for
/// the publications that arrive while a reader decides.
inline constexpr std::size_t max_depth = ring_slots / 2;

/// Cursor of a record whose subscription has not yet mapped the publisher.
inline constexpr std::uint64_t not_reading = UINT64_MAX;
/// Executor index of a record without an executor: it is polled.
inline constexpr std::uint32_t no_executor = UINT32_MAX;
/// In place of a publisher's place in the log of its process: its publications are in none.
inline constexpr std::uint32_t no_log_place = UINT32_MAX;
/// In place of a count of messages without a segment, once there is a segment.
inline constexpr std::uint64_t has_segment = UINT64_MAX;

// ---- Pub: one per publisher ------------------------------------------------------------------

struct alignas(base::cache_line_bytes) PubHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t slots;
  std::uint64_t chunks;
  std::uint64_t pool_offset_bytes;
  std::uint64_t segment_size_bytes;
};

/// One publication: all that a reader needs to find the message, in one cache line. The other words
/// are written only while `word` is empty, [slot/fields]; a hostile publisher may change them at
/// any time, so a reader loads each of them once and checks what it loaded.
struct alignas(32) Slot {
  std::atomic<std::uint64_t> word;  // see slot_word.hpp; [ring/slot] and [unlink/pin]
  std::atomic<std::uint64_t> offset_bytes;
  std::atomic<std::uint64_t> size_bytes;
  std::atomic<std::int64_t> source_timestamp_ns;
};

struct Pub {
  PubHeader header;
  /// Newest sequence, from 1; 0 = nothing published. Written by the publisher with [ring/head].
  alignas(base::cache_line_bytes) std::atomic<std::uint64_t> head;
  /// When the publisher last said that it is alive, CLOCK_MONOTONIC; only under liveliness manual
  /// by topic, else 0. The publisher writes it relaxed, as no other data depends on it. The
  /// participants of its subscriptions watch it, and wait a moment longer when they see an old
  /// value.
  std::atomic<std::int64_t> asserted_ns;
  alignas(base::cache_line_bytes) Slot slot[ring_slots];
};

/// The pool begins on a page of its own behind the tables.
inline constexpr std::size_t pool_offset_bytes =
    base::round_up(sizeof(Pub), base::layout_page_bytes);

// ---- Rec: one per process --------------------------------------------------------------------

struct alignas(base::cache_line_bytes) RecHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t executors;
  std::uint64_t records;
};

/// Odd = the executor sleeps or is about to. Written only by the sleeper; each sleep is a new
/// epoch.
struct alignas(base::cache_line_bytes) ExecutorWord {
  std::atomic<std::uint64_t> armed;
};

/// One (subscription, publisher) pair. publish() reads only the first line, which hardly changes;
/// the cursor and the pins, which change with every message, are read when the publisher reclaims.
struct Record {
  alignas(base::cache_line_bytes) std::atomic<std::uint32_t> executor;
  alignas(base::cache_line_bytes) std::atomic<std::uint64_t> cursor;
  std::atomic<std::uint64_t> pins[pin_words];
  /// Changes when the subscription has released the record and all that it pinned through it,
  /// [record/closed]. A publisher whose connection broke learns of it here.
  std::atomic<std::uint64_t> generation;
  // For observers, which trust it as little as all else: the endpoint of the subscription, 0 in a
  // closed record, and participant and endpoint of the publisher. Written relaxed by open_record()
  // and close_record().
  std::atomic<std::uint64_t> subscription;
  std::atomic<std::uint64_t> publisher_participant;
  std::atomic<std::uint64_t> publisher;
  // For observers, too: messages that were gone, or older than the depth, when the subscription
  // came to them. Written relaxed, and only when one is missed.
  std::atomic<std::uint64_t> missed;
};

/// What a publisher has published that its `Pub` segment does not show, for observers. No reader
/// depends on it, so all of it is written relaxed. A sum may be a moment old.
struct alignas(base::cache_line_bytes) PublisherFigures {
  std::atomic<std::uint64_t> publisher;        ///< its endpoint; 0: unused
  std::atomic<std::uint64_t> without_segment;  ///< as `head`, until the segment is opened
  std::atomic<std::uint64_t> unread_bytes;     ///< of messages that had no subscription
  std::atomic<std::uint64_t> kept;  ///< loans that only subscriptions of this process got
  std::atomic<std::uint64_t> kept_bytes;
  std::atomic<std::uint64_t> delivered;  ///< objects that only subscriptions of this process got
  std::atomic<std::uint64_t> delivered_bytes;
  std::atomic<std::int64_t> last_ns;   ///< CLOCK_REALTIME of the last that one of those got
  std::atomic<std::uint64_t> unheard;  ///< messages without a reader, which got no sequence
};

/// For a sum with one writer at a time.
inline void add(std::atomic<std::uint64_t>& sum, std::uint64_t amount) {
  sum.store(sum.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

struct Rec {
  RecHeader header;
  ExecutorWord executor[max_executors];
  Record record[max_records];
  PublisherFigures figures[max_figures];
};

// ---- Log: one per process that has many publishers --------------------------------------------

struct alignas(base::cache_line_bytes) LogHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t entries;
};

/// Which publishers of the process published last, see publication_log.hpp.
struct Log {
  LogHeader header;
  alignas(base::cache_line_bytes) std::atomic<std::uint64_t> count;  // publications ever noted
  alignas(base::cache_line_bytes) std::atomic<std::uint64_t> entry[log_entries];
};

static_assert(sizeof(PubHeader) == 64 && sizeof(Slot) == 32 && sizeof(ExecutorWord) == 64);
static_assert(offsetof(Pub, head) == 64 && offsetof(Pub, asserted_ns) == 72 &&
              offsetof(Pub, slot) == 128);
static_assert(sizeof(Record) == 640 && offsetof(Record, cursor) == 64 &&
              offsetof(Record, generation) == 584 && offsetof(Record, publisher) == 608 &&
              offsetof(Record, missed) == 616);
static_assert(sizeof(PublisherFigures) == 128 && offsetof(Rec, figures) % 4096 == 64);
static_assert(max_chunks < 0xffff, "a slot holds chunk + 1 in 16 bits");
static_assert((ring_slots & (ring_slots - 1)) == 0);
static_assert(offsetof(Log, count) == 64 && offsetof(Log, entry) == 128 &&
              sizeof(Log) == 128 + 8 * log_entries && (log_entries & (log_entries - 1)) == 0);

}  // namespace baton::shm
