// SPDX-License-Identifier: Apache-2.0
// The threads that sleep on one clock.
//
// Thread safety: all members. A wake-up cannot be lost: a waiting thread reads the count of
// wake-ups before it looks at its condition, so a change before wake() is either seen or wakes it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace baton::client {

/// When a sleeper looks again although no thread has woken it.
struct Alarm {
  enum class Clock { system, steady };
  Clock clock;
  std::int64_t at_ns;
};

class Sleepers {
 public:
  /// Blocks until `done()`; false when cancelled first. `done` is called without a lock, after each
  /// wake-up and when the alarm rings, and does not throw.
  bool wait(const std::optional<Alarm>& alarm, const std::function<bool()>& done);

  /// Call this after changing what sleepers wait for.
  void wake();
  /// Ends every wait, or the next one if there is none.
  void cancel();

 private:
  std::mutex mutex_;  // covers what follows
  std::condition_variable changed_;
  std::uint64_t wakes_ = 0;
  std::uint64_t cancels_ = 0;
  unsigned waiting_ = 0;
  bool cancel_next_ = false;
};

}  // namespace baton::client
