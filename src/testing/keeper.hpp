// SPDX-License-Identifier: Apache-2.0
// Holds samples for a while and sees to it that each stays the message that it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"

namespace baton::testing {

/// Thread safety: one thread.
template <class M>
class Keeper {
 public:
  explicit Keeper(std::size_t capacity) : capacity_(capacity) {}

  /// Looks at all that it holds; the oldest goes when there are too many.
  void keep(Sample<M> sample) {
    oracle_.see(sample.get());
    kept_.push_back({sample.get().publisher, sample.get().sequence, std::move(sample)});
    for (const Kept& each : kept_) {
      const M& message = each.sample.get();
      ++looks_;
      if (!message.is_whole() || message.publisher != each.publisher ||
          message.sequence != each.sequence) {
        ++changed_;
      }
    }
    if (kept_.size() > capacity_) kept_.pop_front();
  }
  const Oracle& oracle() const { return oracle_; }
  std::uint64_t looks() const { return looks_; }
  /// How many looks found another message.
  std::uint64_t changed() const { return changed_; }

 private:
  struct Kept {
    std::uint64_t publisher;
    std::uint64_t sequence;
    Sample<M> sample;
  };
  const std::size_t capacity_;
  std::deque<Kept> kept_;
  Oracle oracle_;
  std::uint64_t looks_ = 0;
  std::uint64_t changed_ = 0;
};

}  // namespace baton::testing
