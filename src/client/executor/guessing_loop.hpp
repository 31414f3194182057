// SPDX-License-Identifier: Apache-2.0
// Runs the callbacks of a dispatcher in one thread. The entity that had something the last few
// times is likely to be what the thread is woken for: it is asked first, before all are looked at.
//
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>

#include "base/platform.hpp"
#include "client/executor/dispatcher.hpp"

namespace baton::client {

class GuessingLoop {
 public:
  /// `dispatcher` outlives it.
  explicit GuessingLoop(Dispatcher& dispatcher) : dispatcher_(dispatcher) {}

  /// Runs callbacks until cancelled.
  void spin();
  /// Runs the next callback; waits for one for at most `timeout_ns` (transport::wait_forever: until
  /// cancelled). False if there was none.
  bool run_one(std::int64_t timeout_ns);
  /// Finds what is ready now, behind what was found before. False if there is nothing to run.
  bool find_ready();
  /// Runs the next of what was found; false if there is nothing left.
  bool run_found();

 private:
  class Turn;

  void keep_for_later(std::size_t first, std::uint64_t found_at);
  bool run(const std::shared_ptr<Executable>& executable, std::uint64_t found_at);
  void learn(const std::shared_ptr<Executable>& executed);
  std::shared_ptr<Executable> guess();
  bool run_likely();

  static constexpr int enough_to_guess = 2;

  // One line: after a sleep it is cold.
  alignas(base::cache_line_bytes) Dispatcher& dispatcher_;
  std::weak_ptr<Executable> likely_;         // asked first
  const Executable* likely_seen_ = nullptr;  // only compared
  int times_likely_ = 0;                     // in a row, and more than once
  bool short_way_ = false;  // what ran was the guess after a sleep: run_likely() may go on
};

}  // namespace baton::client
