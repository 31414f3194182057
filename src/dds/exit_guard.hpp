// SPDX-License-Identifier: Apache-2.0
// Ends what is still open when the process exits, while Fast DDS is there to do it: the statics of
// Fast DDS are younger than a context that was made before the network was opened, so they are
// destroyed first.
#pragma once

#include <functional>
#include <mutex>

#include "base/fork_guard.hpp"

namespace baton::dds {

using ExitLock = std::unique_lock<std::recursive_mutex>;

/// While the lock is held, exit() waits in end_all_at_exit(). Empty once that function has run:
/// then nothing may be opened.
[[nodiscard]] ExitLock hold_exit();

/// Calls `end` at exit, unless the guard has been destroyed before; its destructor waits for a call
/// that is running. Make the guard when Fast DDS has made all its statics, so that `end` runs
/// before they are destroyed. `end` has to wait for a thread that ends the same object elsewhere.
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
