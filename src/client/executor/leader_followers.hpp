// SPDX-License-Identifier: Apache-2.0
// Runs the callbacks of a dispatcher in several threads: one of them, the leader, waits, and the
// others, its followers, sleep on a condition until there is something to run or to wait for.
//
// Thread safety: all of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "client/executor/dispatcher.hpp"

namespace baton::client {

class GroupState;

class LeaderFollowers {
 public:
  /// `dispatcher` outlives it. `yields`: other threads of the machine may run before each callback.
  LeaderFollowers(Dispatcher& dispatcher, bool yields) : dispatcher_(dispatcher), yields_(yields) {}

  /// Runs callbacks until cancelled. `timeout_ns`: longest wait for one, then it looks again.
  void work(std::int64_t timeout_ns);
  /// Whether a callback of the group is running, or about to, in one of the threads.
  bool runs_callbacks_of(const GroupState& group);

 private:
  class Finisher;
  class Listed;

  std::shared_ptr<Executable> next_runnable(std::shared_ptr<GroupState>& group,
                                            std::uint64_t& found_at);
  void lead(std::unique_lock<std::mutex>& lock, std::int64_t timeout_ns);
  void run(std::unique_lock<std::mutex>& lock, std::shared_ptr<Executable> executable,
           const std::shared_ptr<GroupState>& group, std::uint64_t found_at);

  Dispatcher& dispatcher_;
  const bool yields_;
  std::mutex mutex_;  // covers the dispatcher's queue and figures, and what follows
  std::condition_variable followers_;
  bool led_ = false;
  std::vector<const GroupState*> in_work_;  // of the callbacks that run
  std::vector<std::weak_ptr<void>> fresh_;  // the leader's
};

}  // namespace baton::client
