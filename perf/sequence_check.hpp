// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace perf {

/// What one subscriber saw of one publisher's sequence: which numbers are missing, came late or
/// came twice. A number counts as lost as soon as a later one arrives, and no more when it comes
/// after all, for as long as it is among the last `remembered`.
class SequenceCheck {
 public:
  static constexpr uint64_t remembered = 1024;

  /// The first number expected is `first`.
  explicit SequenceCheck(uint64_t first = 1) : highest_(first - 1) {}

  /// Widens a number of `bits` bits to the one nearest to what is expected.
  uint64_t widen(uint64_t narrow, unsigned bits) const {
    const uint64_t mask = (uint64_t{1} << bits) - 1;
    const uint64_t ahead = (narrow - highest_) & mask;
    if (ahead <= mask / 2) return highest_ + ahead;
    const uint64_t behind = mask + 1 - ahead;
    return behind > highest_ ? highest_ + ahead : highest_ - behind;
  }

  struct Verdict {
    int64_t lost = 0;  ///< how the number of lost messages changes
    bool out_of_order = false;
    bool duplicate = false;
    uint64_t progress = 0;  ///< by how much the highest number grew
  };

  Verdict see(uint64_t sequence) {
    if (sequence > highest_) {
      const uint64_t progress = sequence - highest_;
      for (uint64_t skipped = highest_ + 1; skipped < sequence && skipped + remembered > sequence;
           ++skipped) {
        set_seen(skipped, false);
      }
      if (progress > remembered) seen_.fill(0);
      set_seen(sequence, true);
      highest_ = sequence;
      return {static_cast<int64_t>(progress - 1), false, false, progress};
    }
    if (highest_ - sequence >= remembered) return {0, true, false, 0};
    if (is_seen(sequence)) return {0, false, true, 0};
    set_seen(sequence, true);
    return {-1, true, false, 0};
  }

  uint64_t highest() const { return highest_; }

 private:
  bool is_seen(uint64_t sequence) const {
    return (seen_[sequence % remembered / 64] >> (sequence % 64) & 1) != 0;
  }
  void set_seen(uint64_t sequence, bool seen) {
    uint64_t& word = seen_[sequence % remembered / 64];
    const uint64_t bit = uint64_t{1} << (sequence % 64);
    word = seen ? word | bit : word & ~bit;
  }

  uint64_t highest_;
  std::array<uint64_t, remembered / 64> seen_{};
};

}  // namespace perf
