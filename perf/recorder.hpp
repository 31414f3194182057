// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "histogram.hpp"

namespace perf {

/// A count with one writer. Readers in other processes may see it a moment late, never torn.
class Counter {
 public:
  void add(uint64_t more = 1) { value_.store(value() + more, std::memory_order_relaxed); }
  void subtract(uint64_t less) { value_.store(value() - less, std::memory_order_relaxed); }
  void set(uint64_t value) { value_.store(value, std::memory_order_relaxed); }
  /// A thread that sees the new count also sees everything that was recorded before, with its next
  /// look.
  void add_last(uint64_t more) { value_.store(value() + more, std::memory_order_release); }
  uint64_t value() const { return value_.load(std::memory_order_acquire); }

 private:
  std::atomic<uint64_t> value_;
};

/// A histogram in shared memory, where all bytes zero means empty. One thread writes; others take
/// snapshots meanwhile, which may lack the value being recorded. Recording neither allocates nor
/// locks, and a bitmap of used buckets keeps snapshots short.
class Recorder {
 public:
  void record(int64_t value_ns) {
    const size_t index = buckets::index_of(value_ns);
    const auto value = static_cast<uint64_t>(value_ns < 0 ? 0 : value_ns);
    // Kept as its complement, so that zero is "none yet".
    if (~value > smallest_complement_.value()) smallest_complement_.set(~value);
    if (value > largest_.value()) largest_.set(value);
    sum_.add(value);
    const double squared = static_cast<double>(value) * static_cast<double>(value);
    sum_of_squares_.set(
        std::bit_cast<uint64_t>(std::bit_cast<double>(sum_of_squares_.value()) + squared));
    if (counts_[index].value() == 0) {
      used_[index / 64].set(used_[index / 64].value() | uint64_t{1} << (index % 64));
    }
    counts_[index].add();
  }

  Histogram snapshot() const {
    Histogram::Buckets found;
    for (size_t word = 0; word < used_.size(); ++word) {
      for (uint64_t bits = used_[word].value(); bits != 0; bits &= bits - 1) {
        const size_t index = word * 64 + std::countr_zero(bits);
        if (const uint64_t count = counts_[index].value(); count > 0) {
          found.emplace_back(static_cast<uint32_t>(index), count);
        }
      }
    }
    return Histogram::from(std::move(found), sum_.value(),
                           std::bit_cast<double>(sum_of_squares_.value()),
                           static_cast<int64_t>(~smallest_complement_.value()),
                           static_cast<int64_t>(largest_.value()));
  }

 private:
  Counter smallest_complement_;
  Counter largest_;
  Counter sum_;
  Counter sum_of_squares_;  // the bits of a double
  std::array<Counter, buckets::count / 64> used_;
  std::array<Counter, buckets::count> counts_;
};

}  // namespace perf
