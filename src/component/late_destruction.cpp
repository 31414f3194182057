// SPDX-License-Identifier: Apache-2.0
#include "component/late_destruction.hpp"

#include <chrono>
#include <utility>

namespace baton::components {

void LateDestruction::add(NodeInstanceWrapper component, std::function<bool()> is_quiet) {
  std::unique_lock lock(mutex_);
  waiting_.push_back({std::move(component), std::move(is_quiet)});
  if (working_) return;
  if (thread_.joinable()) thread_.join();  // that thread has left work(), or is about to
  working_ = true;
  thread_ = std::thread([this] { work(); });
}

void LateDestruction::work() {
  constexpr auto between_looks = std::chrono::milliseconds(10);
  std::unique_lock lock(mutex_);
  while (!waiting_.empty()) {
    for (auto late = waiting_.begin(); late != waiting_.end();) {
      lock.unlock();
      const bool quiet = late->is_quiet();
      lock.lock();
      const auto next = std::next(late);
      std::list<Late> ending;  // both members may hold the component
      if (quiet) ending.splice(ending.begin(), waiting_, late);
      late = next;
      lock.unlock();
      ending.clear();
      lock.lock();
    }
    if (waiting_.empty()) break;
    lock.unlock();
    std::this_thread::sleep_for(between_looks);
    lock.lock();
  }
  working_ = false;
  all_gone_.notify_all();
}

void LateDestruction::wait() {
  std::unique_lock lock(mutex_);
  all_gone_.wait(lock, [this] { return !working_; });
  std::thread ended = std::move(thread_);
  lock.unlock();
  if (ended.joinable()) ended.join();
}

}  // namespace baton::components
