// SPDX-License-Identifier: Apache-2.0
#include "client/executor/guessing_loop.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "client/executor/group_state.hpp"

namespace baton::client {

/// Whatever the callback throws, its group is free again.
class GuessingLoop::Turn {
 public:
  explicit Turn(GroupState* group) : group_(group) {}
  ~Turn() {
    if (group_ == nullptr) return;
    for (const auto& parked : group_->set_free()) {
      if (const auto finder = parked.finder.lock()) finder->resume(parked.who);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  GroupState* const group_;
};

[[gnu::hot]] bool GuessingLoop::run(const std::shared_ptr<Executable>& executable,
                                    std::uint64_t found_at) {
  auto group = executable->group_.lock();
  if (group && group->type() == CallbackGroupType::Reentrant) group.reset();
  // The executor that had it before may still run a callback of it.
  if (group && !group->take_or_park(executable, dispatcher_)) return false;
  const Turn turn(group.get());
  dispatcher_.unqueue(*executable);
  const std::uint64_t begun_at = dispatcher_.now();
  const bool executed = executable->execute_next(nullptr, nullptr);
  if (executed) dispatcher_.count({found_at, begun_at, dispatcher_.now()});
  return executed;
}

[[gnu::hot]] void GuessingLoop::keep_for_later(std::size_t first, std::uint64_t found_at) {
  auto& found = dispatcher_.harvest().found;
  for (std::size_t i = first; i < found.size(); ++i) dispatcher_.keep(found[i], found_at);
  found.clear();
}

bool GuessingLoop::find_ready() {
  const std::uint64_t found_at = dispatcher_.wait(0);
  keep_for_later(0, found_at);
  return dispatcher_.has_found();
}

bool GuessingLoop::run_found() {
  std::uint64_t found_at = 0;
  const auto executable = dispatcher_.next_found(found_at);
  if (!executable) return false;
  run(executable, found_at);
  return true;
}

[[gnu::hot]] void GuessingLoop::learn(const std::shared_ptr<Executable>& executed) {
  if (executed.get() == likely_seen_) {
    if (times_likely_ < enough_to_guess) ++times_likely_;
    return;
  }
  likely_ = executed;
  likely_seen_ = executed.get();
  times_likely_ = 0;
}

[[gnu::hot]] std::shared_ptr<Executable> GuessingLoop::guess() {
  auto executable = dispatcher_.adopt(likely_.lock());
  if (executable && executable->has_work()) [[likely]]
    return executable;
  likely_seen_ = nullptr;  // it may be another one that lies there next time
  times_likely_ = 0;
  return nullptr;
}

[[gnu::hot]] bool GuessingLoop::run_one(std::int64_t timeout_ns) {
  std::uint64_t found_at = 0;
  std::shared_ptr<Executable> executable = dispatcher_.next_found(found_at);
  transport::Harvest& harvest = dispatcher_.harvest();
  const std::int64_t deadline_ns = timeout_ns > 0 ? base::monotonic_ns() + timeout_ns : 0;
  while (!executable || !run(executable, found_at)) {
    // It has nothing more, or the wait ended without an entity.
    if (!dispatcher_.running()) return false;
    // Before any wait, which skips what is in the queue.
    executable = dispatcher_.next_found(found_at);
    if (executable) continue;
    found_at = dispatcher_.wait(
        timeout_ns > 0 ? std::max<std::int64_t>(0, deadline_ns - base::monotonic_ns()) : timeout_ns,
        times_likely_ == enough_to_guess);
    if (!harvest.found.empty()) {
      executable = dispatcher_.adopt(std::move(harvest.found.front()));
      keep_for_later(1, found_at);
    } else if (harvest.unlooked) {
      executable = guess();
      if (!executable) continue;  // now all entities are looked at, also when the time is over
    }
    if (!executable) executable = dispatcher_.next_found(found_at);
    if (!executable && timeout_ns >= 0 &&
        (timeout_ns == 0 || base::monotonic_ns() >= deadline_ns)) {
      return false;
    }
  }
  learn(executable);
  short_way_ = std::exchange(harvest.unlooked, false);
  return true;
}

/// From the end of a callback to sleep and to the next callback, for a thread that is woken for the
/// same entity again and again. What it touches after milliseconds of sleep is cold, so it is
/// short. False: there is other work, which run_one() does.
[[gnu::hot]] bool GuessingLoop::run_likely() {
  if (!std::exchange(short_way_, false)) return false;
  // A notify() that the last wait took in may have been for this; a later one ends the sleep.
  if (!dispatcher_.running() || !dispatcher_.may_sleep_again() || dispatcher_.has_found()) {
    return false;
  }
  if (!dispatcher_.sleep_again()) return false;
  const std::uint64_t found_at = dispatcher_.now();
  const auto executable = guess();
  if (!executable) return false;
  short_way_ = run(executable, found_at);
  return short_way_;
}

void GuessingLoop::spin() {
  while (dispatcher_.running()) {
    run_one(transport::wait_forever);
    while (run_likely()) {
    }
  }
}

}  // namespace baton::client
