// SPDX-License-Identifier: Apache-2.0
#include "client/time/sleepers.hpp"

#include <chrono>
#include <utility>

namespace baton::client {
namespace {

template <class ChronoClock>
auto time_point(std::int64_t at_ns) {
  return std::chrono::time_point<ChronoClock, std::chrono::nanoseconds>(
      std::chrono::nanoseconds(at_ns));
}

}  // namespace

bool Sleepers::wait(const std::optional<Alarm>& alarm, const std::function<bool()>& done) {
  if (done()) return true;
  std::unique_lock lock(mutex_);
  if (std::exchange(cancel_next_, false)) return false;
  const std::uint64_t cancels = cancels_;
  ++waiting_;
  bool is_done = false;
  while (cancels_ == cancels) {
    const std::uint64_t wakes = wakes_;
    lock.unlock();
    is_done = done();
    lock.lock();
    if (is_done) break;
    const auto woken = [&] { return wakes_ != wakes || cancels_ != cancels; };
    if (!alarm) {
      changed_.wait(lock, woken);
    } else if (alarm->clock == Alarm::Clock::steady) {
      changed_.wait_until(lock, time_point<std::chrono::steady_clock>(alarm->at_ns), woken);
    } else {
      changed_.wait_until(lock, time_point<std::chrono::system_clock>(alarm->at_ns), woken);
    }
  }
  --waiting_;
  return is_done;
}

void Sleepers::wake() {
  {
    const std::lock_guard lock(mutex_);
    ++wakes_;
  }
  changed_.notify_all();
}

void Sleepers::cancel() {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_ == 0) {
      cancel_next_ = true;
    } else {
      ++cancels_;
    }
  }
  changed_.notify_all();
}

}  // namespace baton::client
