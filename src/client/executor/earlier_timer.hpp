// SPDX-License-Identifier: Apache-2.0
// Ends the wait of an executor or a wait set when a timer is due sooner than the waiting thread knew:
// one that was made or reset meanwhile, or of which the clock has jumped.
//
// Thread safety: both members are for the waiting thread; who schedules a timer wakes it.
#pragma once

#include <cstdint>
#include <limits>

#include <baton/executable.hpp>

#include "client/executor/timer_queue.hpp"
#include "transport/wait_set.hpp"

namespace baton::client {

/// It is found as an entity that no dispatcher has, so nobody runs it.
class EarlierTimer : public Executable, public transport::Waitable {
 public:
  static constexpr std::int64_t no_matter_ns = std::numeric_limits<std::int64_t>::min();

  explicit EarlierTimer(const TimerQueue& timers) : timers_(timers) {}

  /// Until when the next wait takes timers into account; no_matter_ns: it does not sleep.
  void expect(std::int64_t due_ns) { expected_ns_ = due_ns; }
  bool is_ready() const noexcept override { return timers_.first_due_ns() < expected_ns_; }

 protected:
  bool execute_next(Taken, void*) override { return false; }
  void attach(const std::shared_ptr<Dispatcher>&, const std::weak_ptr<void>&) override {}

 private:
  const TimerQueue& timers_;
  std::int64_t expected_ns_ = no_matter_ns;
};

}  // namespace baton::client
