// SPDX-License-Identifier: Apache-2.0
// Ends what is still open when the process exits, while Fast DDS is there to do it: its own statics are
// younger than a context that was made before the network was opened, so they go first.
#pragma once

#include <functional>

#include "base/fork_guard.hpp"

namespace baton::dds {

/// Calls `end` at exit, unless it has gone before; then it waits for a call that is running. Make it
/// when Fast DDS has done some of everything already.
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
