// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace baton::transport {

/// The pauses between attempts at a link: each twice as long as the one before, up to half a
/// second, and from the beginning again after an answer.
class ReconnectPace {
 public:
  static constexpr std::int64_t first_ns = 10'000'000;
  static constexpr std::int64_t longest_ns = 500'000'000;
  /// Attempts until the user is told why there is no link; and without a wish for one.
  static constexpr int patient_attempts = 8;

  /// Counts one attempt and returns the pause behind it.
  std::int64_t next_pause_ns() {
    const std::int64_t pause_ns = std::min(first_ns << attempts_, longest_ns);
    attempts_ = std::min(attempts_ + 1, patient_attempts);
    return pause_ns;
  }
  bool is_patient() const { return attempts_ < patient_attempts; }
  void on_answer() { attempts_ = 0; }

 private:
  int attempts_ = 0;  // since the last answer, as far as they matter
};

}  // namespace baton::transport
