// SPDX-License-Identifier: Apache-2.0
// A publisher's segment and its readers' records on plain zeroed memory: every algorithm of this
// layer runs on it without a file, a socket or a second process.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "shm/bell.hpp"
#include "shm/ring_reader.hpp"
#include "shm/ring_writer.hpp"

namespace baton::shm::testing {

struct HeapRingOptions {
  Retention retention = {};
  std::size_t pool_size_bytes = 1 << 20;
  PoolLimits limits = {};
  std::uint64_t first_sequence = 1;
};

struct ReaderOptions {
  std::size_t depth = 1;
  bool keep_all = false;
  bool blocks = false;
  bool wants_history = false;
  bool may_pin = true;
  std::size_t pin_quota = 64;
  RingReader::IsBacked is_backed = nullptr;
};

/// Memory on a page boundary, exactly as large as asked: a sanitizer notices the byte behind it.
class HeapPages {
 public:
  explicit HeapPages(std::size_t size_bytes) : size_bytes_(size_bytes) {
    void* memory = nullptr;
    if (posix_memalign(&memory, 4096, size_bytes) != 0) throw std::bad_alloc();
    std::memset(memory, 0, size_bytes);
    data_.reset(static_cast<std::byte*>(memory));
  }
  std::byte* data() const { return data_.get(); }
  std::size_t size_bytes() const { return size_bytes_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::size_t size_bytes_;
  std::unique_ptr<std::byte, Free> data_;
};

/// Both halves of a matched subscription.
struct HeapReader {
  std::uint64_t id;
  Record& record;
  RingReader ring;
  std::shared_ptr<bool> alive;
  std::uint64_t start = 0;
};

class HeapRing {
 public:
  static constexpr std::size_t most_readers = 64;

  explicit HeapRing(const HeapRingOptions& options = {})
      : pub_memory_(pool_offset_bytes + options.pool_size_bytes),
        rec_memory_(offsetof(Rec, record) + most_readers * sizeof(Record)),
        writer_(
            pub(), pub_memory_.size_bytes(), options.retention, options.limits,
            [this](std::size_t offset, std::size_t size) { return commit(offset, size); },
            options.first_sequence) {}

  RingWriter& writer() { return writer_; }
  Pub& pub() { return *reinterpret_cast<Pub*>(pub_memory_.data()); }
  std::size_t size_bytes() const { return pub_memory_.size_bytes(); }
  /// The segment of all readers, which live in one process. Only its first `most_readers` records
  /// exist.
  Rec& rec() { return *reinterpret_cast<Rec*>(rec_memory_.data()); }
  Bells& bells() { return bells_; }

  /// For injecting what a dead or hostile publisher has left.
  Slot& slot(std::uint64_t sequence) { return pub().slot[sequence & (ring_slots - 1)]; }

  /// What the publisher does when a HELLO arrives.
  std::unique_ptr<HeapReader> match(const ReaderOptions& options) {
    const std::uint64_t id = records_ + 1;
    BATON_ASSERT(records_ < most_readers, records_);
    Record& record = rec().record[records_++];
    record.cursor.store(not_reading, std::memory_order_relaxed);
    record.executor.store(no_executor, std::memory_order_relaxed);
    auto alive = std::make_shared<bool>(true);
    MatchedReader matched;
    matched.id = id;
    matched.rec = &rec();
    matched.record = &record;
    matched.bells = &bells_;
    matched.depth = options.keep_all ? max_depth : options.depth;
    matched.blocks = options.blocks;
    matched.wants_history = options.wants_history;
    matched.may_pin = options.may_pin;
    matched.alive = [alive] { return *alive; };
    matched.name = "reader " + std::to_string(id);
    auto made = std::unique_ptr<HeapReader>(new HeapReader{
        id, record,
        RingReader(pub(), size_bytes(), record,
                   {options.depth, options.keep_all, options.may_pin, options.pin_quota},
                   options.is_backed),
        alive});
    made->start = writer_.add_reader(std::move(matched));
    return made;
  }

  /// The whole handshake: afterwards the reader reads.
  std::unique_ptr<HeapReader> join(const ReaderOptions& options = {}) {
    auto made = match(options);
    made->ring.begin(made->start);
    return made;
  }

  /// Publishes `size_bytes` of which the first eight hold `value`.
  base::Result<std::uint64_t> try_publish(std::uint64_t value, std::size_t size_bytes = 8) {
    auto chunk = writer_.loan(size_bytes);
    if (!chunk) return std::move(chunk).error();
    std::memcpy(writer_.data(*chunk), &value, sizeof value);
    return writer_.publish(*chunk, size_bytes, 0);
  }
  std::uint64_t publish(std::uint64_t value, std::size_t size_bytes = 8) {
    return *try_publish(value, size_bytes);
  }
  /// Publishes messages whose values are their sequences.
  void publish_some(std::size_t count, std::size_t size_bytes = 8) {
    for (std::size_t i = 0; i < count; ++i) publish(writer_.head() + 1, size_bytes);
  }

  /// What `commit` was asked for; set `memory_left_bytes` to make it fail.
  std::vector<std::pair<std::size_t, std::size_t>> commits;
  std::size_t memory_left_bytes = SIZE_MAX;

 private:
  base::Status commit(std::size_t offset_bytes, std::size_t size_bytes) {
    if (size_bytes > memory_left_bytes) return base::Error{0, "the machine is full"};
    memory_left_bytes -= size_bytes;
    commits.emplace_back(offset_bytes, size_bytes);
    return {};
  }

  HeapPages pub_memory_;
  HeapPages rec_memory_;
  Bells bells_;
  RingWriter writer_;
  std::size_t records_ = 0;
};

inline std::uint64_t value_of(const Taken& taken) {
  std::uint64_t value = 0;
  std::memcpy(&value, taken.data, sizeof value);
  return value;
}

/// Takes one message, releases it, and returns its value; nothing when there is none.
inline std::optional<std::uint64_t> take_value(HeapReader& reader) {
  Taken taken;
  if (reader.ring.take(taken) != TakeResult::taken) return std::nullopt;
  const std::uint64_t value = value_of(taken);
  if (!taken.copy) reader.ring.release(taken.chunk);
  return value;
}

inline std::vector<std::uint64_t> take_all_values(HeapReader& reader) {
  std::vector<std::uint64_t> values;
  while (const auto value = take_value(reader)) values.push_back(*value);
  return values;
}

}  // namespace baton::shm::testing
