// SPDX-License-Identifier: Apache-2.0
#include "client/executor/leader_followers.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "client/executor/group_state.hpp"

namespace baton::client {

/// Whatever the callback throws, its group is free again.
class LeaderFollowers::Finisher {
 public:
  Finisher(LeaderFollowers& all, std::unique_lock<std::mutex>& lock, GroupState& group)
      : all_(all), lock_(lock), group_(group) {}
  ~Finisher() {
    lock_.lock();
    auto parked = group_.set_free();
    // In front: they were found before what is in the queue.
    for (auto each = parked.rbegin(); each != parked.rend(); ++each) {
      const auto finder = each->finder.lock();
      if (finder.get() == &all_.dispatcher_) {
        all_.dispatcher_.put_back(std::move(each->who), found_at);
      } else if (finder) {
        lock_.unlock();
        finder->resume(each->who);
        lock_.lock();
      }
    }
    all_.followers_.notify_one();
  }
  std::uint64_t found_at = 0;

 private:
  LeaderFollowers& all_;
  std::unique_lock<std::mutex>& lock_;
  GroupState& group_;
};

/// In in_work_ from before the lock is released until it is taken again.
class LeaderFollowers::Listed {
 public:
  Listed(LeaderFollowers& all, std::unique_lock<std::mutex>& lock, const GroupState* group)
      : in_work_(all.in_work_), lock_(lock), group_(group) {
    in_work_.push_back(group_);
  }
  ~Listed() {
    if (!lock_.owns_lock()) lock_.lock();
    in_work_.erase(std::find(in_work_.begin(), in_work_.end(), group_));
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  std::vector<const GroupState*>& in_work_;
  std::unique_lock<std::mutex>& lock_;
  const GroupState* const group_;
};

bool LeaderFollowers::runs_callbacks_of(const GroupState& group) {
  const std::lock_guard lock(mutex_);
  return std::find(in_work_.begin(), in_work_.end(), &group) != in_work_.end();
}

std::shared_ptr<Executable> LeaderFollowers::next_runnable(std::shared_ptr<GroupState>& group,
                                                           std::uint64_t& found_at) {
  while (auto executable = dispatcher_.next_found(found_at)) {
    group = executable->group_.lock();
    if (!group || group->type() == CallbackGroupType::Reentrant) return executable;
    if (group->take_or_park(executable, dispatcher_)) return executable;
  }
  return nullptr;
}

void LeaderFollowers::lead(std::unique_lock<std::mutex>& lock, std::int64_t timeout_ns) {
  led_ = true;
  lock.unlock();
  std::uint64_t found_at = 0;
  try {
    found_at = dispatcher_.wait(timeout_ns);
    auto& found = dispatcher_.harvest().found;
    fresh_.assign(found.begin(), found.end());
    found.clear();  // not under the mutex: some may be the last reference
  } catch (...) {
    lock.lock();
    led_ = false;
    followers_.notify_one();
    throw;
  }
  lock.lock();
  led_ = false;
  for (auto& who : fresh_) dispatcher_.keep(std::move(who), found_at);
}

void LeaderFollowers::run(std::unique_lock<std::mutex>& lock,
                          std::shared_ptr<Executable> executable,
                          const std::shared_ptr<GroupState>& group, std::uint64_t found_at) {
  struct Work {
    Dispatcher& dispatcher;
    Executable& executable;
  } work{dispatcher_, *executable};
  const Listed listed(*this, lock, group.get());
  const auto taken = [](void* context) {
    Work& done = *static_cast<Work*>(context);
    done.dispatcher.let_find(done.executable);
  };
  lock.unlock();
  if (yields_) std::this_thread::yield();
  Dispatcher::Times times{found_at, dispatcher_.now(), 0};
  bool executed = false;
  {
    std::optional<Finisher> finisher;
    if (group && group->type() == CallbackGroupType::MutuallyExclusive) {
      finisher.emplace(*this, lock, *group);
      finisher->found_at = found_at;
    }
    const auto running = std::move(executable);  // if it is the last, it goes before the lock
    try {
      executed = running->execute_next(taken, &work);
    } catch (...) {
      dispatcher_.let_find(*running);
      throw;
    }
    if (!executed) dispatcher_.let_find(*running);
    times.ended_at = dispatcher_.now();
  }
  if (!lock.owns_lock()) lock.lock();
  if (executed) dispatcher_.count(times);
}

void LeaderFollowers::work(std::int64_t timeout_ns) {
  std::unique_lock lock(mutex_);
  while (dispatcher_.running()) {
    std::shared_ptr<GroupState> group;
    std::uint64_t found_at = 0;
    if (auto executable = next_runnable(group, found_at)) {
      if (!led_) followers_.notify_one();  // one of them has to wait, or to run the rest
      run(lock, std::move(executable), group, found_at);
    } else if (led_) {
      followers_.wait(lock);
    } else {
      lead(lock, timeout_ns);
    }
  }
  followers_.notify_all();
}

}  // namespace baton::client
