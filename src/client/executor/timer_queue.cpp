// SPDX-License-Identifier: Apache-2.0
#include "client/executor/timer_queue.hpp"

namespace baton::client {

bool TimerQueue::schedule(const Executable& timer, std::weak_ptr<void> who, std::int64_t due_ns) {
  const std::lock_guard lock(mutex_);
  erase(timer);
  if (due_ns != never_ns) places_[&timer] = by_time_.emplace(due_ns, Entry{&timer, std::move(who)});
  publish_first();
  return due_ns != never_ns && by_time_.begin()->second.timer == &timer;
}

void TimerQueue::remove(const Executable& timer) {
  const std::lock_guard lock(mutex_);
  erase(timer);
  publish_first();
}

void TimerQueue::erase(const Executable& timer) {
  const auto place = places_.find(&timer);
  if (place == places_.end()) return;
  by_time_.erase(place->second);
  places_.erase(place);
}

void TimerQueue::collect(std::int64_t now_ns, std::vector<std::shared_ptr<void>>& found) {
  const std::lock_guard lock(mutex_);
  while (!by_time_.empty() && by_time_.begin()->first <= now_ns) {
    Entry& entry = by_time_.begin()->second;
    if (auto who = entry.who.lock()) found.push_back(std::move(who));
    places_.erase(entry.timer);
    by_time_.erase(by_time_.begin());
  }
  publish_first();
}

void TimerQueue::publish_first() {
  // [due/wait] the thread that schedules
  first_due_ns_.store(by_time_.empty() ? never_ns : by_time_.begin()->first,
                      std::memory_order_release);
}

}  // namespace baton::client
