// SPDX-License-Identifier: Apache-2.0
// Ends what is still open when the process exits, while Fast DDS is there to do it: its own statics
// are younger than a context that was made before the network was opened, so they go first.
#pragma once

#include <functional>
#include <mutex>

#include "base/fork_guard.hpp"

namespace baton::dds {

using ExitLock = std::unique_lock<std::recursive_mutex>;

/// While it is held exit() waits, in end_all_at_exit(). Empty once that has run: then nothing may
/// be opened.
[[nodiscard]] ExitLock hold_exit();

/// Calls `end` at exit, unless it has gone before; its end waits for a call that is running. Make
/// it when Fast DDS has made all its statics, so that `end` runs before they go. `end` waits for a
/// thread that does the same elsewhere.
class ExitGuard {
 public:
  explicit ExitGuard(std::function<void()> end);
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

 private:
  friend void end_all_at_exit();
  const base::ForkMark fork_mark_;
  const std::function<void()> end_;
};

}  // namespace baton::dds
