// SPDX-License-Identifier: Apache-2.0
#include "dds/exit_guard.hpp"

#include <cstdlib>
#include <set>

namespace baton::dds {
namespace {

struct Guards {
  /// Covers what follows. Recursive, because ending one object may end the last other one of its
  /// kind.
  std::recursive_mutex mutex;
  std::set<const ExitGuard*> open;
  bool has_exited = false;
};

/// Never destroyed: guards may be destroyed after all statics.
Guards& guards() {
  static auto* const all = new Guards;
  return *all;
}

}  // namespace

void end_all_at_exit() {
  const std::lock_guard lock(guards().mutex);
  guards().has_exited = true;
  const auto open = guards().open;
  for (const ExitGuard* each : open) {
    // The open objects belong to the parent of a forked child.
    if (guards().open.count(each) != 0 && !each->fork_mark_.crossed()) each->end_();
  }
}

ExitLock hold_exit() {
  ExitLock lock(guards().mutex);
  if (guards().has_exited) lock = {};
  return lock;
}

ExitGuard::ExitGuard(std::function<void()> end) : end_(std::move(end)) {
  const std::lock_guard lock(guards().mutex);
  [[maybe_unused]] static const int registered = std::atexit(end_all_at_exit);
  guards().open.insert(this);
}

ExitGuard::~ExitGuard() {
  const std::lock_guard lock(guards().mutex);
  guards().open.erase(this);
}

}  // namespace baton::dds
