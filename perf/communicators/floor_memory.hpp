// SPDX-License-Identifier: Apache-2.0
//
// The least that moves a message between processes: a rotating buffer for each publisher and topic,
// whose head counts what was stored, and an eventfd for each subscriber, which looks at all heads
// when it wakes. The supervisor makes it; the workers inherit the descriptors. A reader that is
// lapped may read a torn message: the floor protects no reader, which is why it is the floor.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {

struct FloorGeometry {
  unsigned channels = 0;  ///< publishers x topics; with round trips, the answering one is the last
  unsigned bells = 0;     ///< subscribers; with round trips, the one for answers is the last
  size_t slots = 0;
  size_t slot_bytes = 0;
  size_t channel_bytes = 0;

  static FloorGeometry of(const Options& options);
};

class FloorChannel {
 public:
  FloorChannel(std::byte* memory, const FloorGeometry& geometry)
      : head_(*reinterpret_cast<std::atomic<uint64_t>*>(memory)),
        slots_memory_(memory + header_bytes),
        slots_(geometry.slots),
        slot_bytes_(geometry.slot_bytes) {}

  static constexpr size_t header_bytes = 4096;

  // [floor.head] written by the publisher; what a slot holds is visible to a reader that sees a
  // head above it. A stale value delays the reader by one look.
  uint64_t head() const { return head_.load(std::memory_order_acquire); }
  void store_head(uint64_t head) { head_.store(head, std::memory_order_release); }
  uint64_t own_head() const { return head_.load(std::memory_order_relaxed); }

  std::byte* slot(uint64_t sequence) const {
    return slots_memory_ + sequence % slots_ * slot_bytes_;
  }
  /// Where a reader at `cursor` goes on: the newest message when it has been lapped.
  uint64_t resume_at(uint64_t cursor, uint64_t head) const {
    return head - cursor < slots_ ? cursor : head - 1;
  }

 private:
  std::atomic<uint64_t>& head_;
  std::byte* slots_memory_;
  uint64_t slots_;
  size_t slot_bytes_;
};

/// The descriptors, made once by the supervisor; owned.
class FloorDescriptors {
 public:
  /// Throws RunError.
  static FloorDescriptors create(const FloorGeometry& geometry);
  /// Takes over [memory, bells...], in the order of all().
  explicit FloorDescriptors(std::vector<int> descriptors) : all_(std::move(descriptors)) {}
  FloorDescriptors(FloorDescriptors&& other) noexcept : all_(std::move(other.all_)) {
    other.all_.clear();
  }
  FloorDescriptors& operator=(FloorDescriptors&&) = delete;
  ~FloorDescriptors();

  const std::vector<int>& all() const { return all_; }
  int memory() const { return all_[0]; }
  int bell(unsigned index) const { return all_[1 + index]; }

 private:
  std::vector<int> all_;
};

class FloorMemory {
 public:
  FloorMemory(FloorDescriptors descriptors, const FloorGeometry& geometry);
  FloorMemory(const FloorMemory&) = delete;
  ~FloorMemory();

  /// The channels that a publisher or a subscriber of that direction uses.
  FloorChannel channel(Direction direction, unsigned index) const;
  std::vector<FloorChannel> channels(Direction direction, bool roundtrip) const;
  std::vector<int> bells(Direction direction, bool roundtrip) const;
  int bell(Direction direction, unsigned index) const;

 private:
  FloorDescriptors descriptors_;
  FloorGeometry geometry_;
  std::byte* memory_ = nullptr;
};

}  // namespace perf
