// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace baton::transport {

/// The pauses between attempts to make a link: each is twice as long as the one before, up to half
/// a second. An answer of the peer starts the pauses anew.
class ReconnectPace {
 public:
  static constexpr std::int64_t first_ns = 10'000'000;
  static constexpr std::int64_t longest_ns = 500'000'000;
  /// After this many attempts the user is told why there is no link. A peer of which nothing is
  /// wanted is then not looked at any more.
  static constexpr int patient_attempts = 8;

  /// Counts one attempt and returns the pause after it.
  std::int64_t next_pause_ns() {
    const std::int64_t pause_ns = std::min(first_ns << attempts_, longest_ns);
    attempts_ = std::min(attempts_ + 1, patient_attempts);
    return pause_ns;
  }
  bool is_patient() const { return attempts_ < patient_attempts; }
  void on_answer() { attempts_ = 0; }

 private:
  int attempts_ = 0;  // attempts since the last answer, at most patient_attempts
};

}  // namespace baton::transport
