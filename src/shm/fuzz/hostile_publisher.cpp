// SPDX-License-Identifier: Apache-2.0
// A publisher that writes anything into its segment, between the reader's steps and during them.
// The reader never crashes, never reads outside the segment or where it has no memory, and every
// call ends.
#include <bit>
#include <cstdlib>
#include <deque>
#include <thread>
#include <vector>

#include "base/assert.hpp"
#include "shm/fuzz/fuzz_input.hpp"
#include "shm/ring_reader.hpp"
#include "shm/testing/heap_ring.hpp"

namespace {

using namespace baton::shm;
using fuzz::FuzzInput;

constexpr std::size_t pool_bytes = 16 * 1024;
constexpr std::size_t segment_bytes = pool_offset_bytes + pool_bytes;
/// There is no memory behind this.
constexpr std::size_t backed_bytes = segment_bytes - 4 * 1024;

/// Half of all words are plausible, so that the reader comes past its first check.
void scribble(FuzzInput& input, Pub& pub) {
  const std::uint8_t what = input.byte();
  const std::uint64_t head = pub.head.load(std::memory_order_relaxed);
  const auto chunk = static_cast<ChunkIndex>(input.byte() % 16);
  Slot& near = pub.slot[(head + chunk % 4) & (ring_slots - 1)];
  switch (what % 8) {
    case 0:
      pub.head.store(head + input.byte() % 8, std::memory_order_relaxed);
      break;
    case 1:
      pub.head.store(input.number(), std::memory_order_relaxed);
      break;
    case 2: {  // an honest publication
      Slot& slot = pub.slot[(head + 1) & (ring_slots - 1)];
      slot.offset_bytes.store(pool_offset_bytes + chunk * 1024, std::memory_order_relaxed);
      slot.size_bytes.store(input.number() % 1025, std::memory_order_relaxed);
      slot.word.store(make_slot_word(head + 1, chunk), std::memory_order_relaxed);
      pub.head.store(head + 1, std::memory_order_relaxed);
      break;
    }
    case 3:
      near.word.store(input.number(), std::memory_order_relaxed);
      break;
    case 4:  // the next message's slot, before the head is stored
      near.word.store(make_slot_word(head + 1, chunk), std::memory_order_relaxed);
      break;
    case 5:
      near.offset_bytes.store(input.number(), std::memory_order_relaxed);
      break;
    case 6:
      near.size_bytes.store(input.number(), std::memory_order_relaxed);
      break;
    default:
      near.source_timestamp_ns.store(static_cast<std::int64_t>(input.number()),
                                     std::memory_order_relaxed);
      break;
  }
}

class Subscriber {
 public:
  Subscriber(const Pub& pub, const ReaderLimits& limits)
      : pub_(pub), ring_(pub, segment_bytes, record_, limits, [](std::size_t, std::size_t end) {
          return end <= backed_bytes;
        }) {
    ring_.begin(0);
  }
  ~Subscriber() {
    while (!held_.empty()) release();
    for (const auto& word : record_.pins) {
      BATON_ASSERT(word.load(std::memory_order_relaxed) == 0);
    }
    BATON_ASSERT(ring_.pinned() == 0, ring_.pinned());
  }

  void take() {
    Taken taken;
    (void)ring_.has_data();
    if (ring_.take(taken) != TakeResult::taken) return;
    if (!taken.copy) {
      const auto* segment = reinterpret_cast<const std::byte*>(&pub_);
      BATON_ASSERT(taken.data >= segment + pool_offset_bytes);
      BATON_ASSERT(taken.data + taken.size_bytes <= segment + backed_bytes, taken.size_bytes);
    }
    read(taken);
    // A lying publisher may hand over one chunk twice; the pin is then one.
    if (taken.copy) return;
    held_.push_back(std::move(taken));
    if (held_.size() > 4) release();
  }
  void release() {
    if (held_.empty()) return;
    read(held_.front());
    ring_.release(held_.front().chunk);
    held_.pop_front();
  }

 private:
  void read(const Taken& taken) {
    for (std::size_t i = 0; i < taken.size_bytes; ++i) {
      seen_ = seen_ ^ static_cast<std::uint8_t>(taken.data[i]);
    }
  }

  const Pub& pub_;
  Record record_{};
  RingReader ring_;
  std::deque<Taken> held_;
  volatile std::uint8_t seen_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const testing::HeapPages memory(segment_bytes);
  Pub& pub = *reinterpret_cast<Pub*>(memory.data());
  std::memset(memory.data(), 0, pool_offset_bytes);
  FuzzInput input(data, size);
  const std::uint8_t setup = input.byte();
  const ReaderLimits limits{.depth = std::size_t{1} << setup % 16,
                            .keep_all = (setup & 16) != 0,
                            .may_pin = (setup & 32) == 0,
                            .pin_quota = (setup & 64) != 0 ? 2u : 100u};
  Subscriber subscriber(pub, limits);

  if ((setup & 128) == 0) {
    while (!input.empty()) {
      switch (input.byte() % 4) {
        case 0:
          subscriber.take();
          break;
        case 1:
          subscriber.release();
          break;
        default:
          scribble(input, pub);
      }
    }
    subscriber.take();
    return 0;
  }
  // Writes while the reader is at work.
  std::thread publisher([&pub, input]() mutable {
    while (!input.empty()) scribble(input, pub);
  });
  for (int i = 0; i < 64; ++i) {
    subscriber.take();
    if (i % 3 == 0) subscriber.release();
  }
  publisher.join();
  return 0;
}
