// SPDX-License-Identifier: Apache-2.0
#include "client/executor/waitable_entity.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <baton/guard_condition.hpp>

#include "client/executor/posted_entity.hpp"

namespace baton::client {
namespace {

/// Has the waitable asked again whatever its callback throws.
class AskAgain {
 public:
  explicit AskAgain(WaitableEntity& entity) : entity_(entity) {}
  ~AskAgain() {
    try {
      entity_.collect_guards();
    } catch (...) {  // It is the user's: what it throws now would end the program.
      entity_.guard_triggered();
    }
  }
  AskAgain(const AskAgain&) = delete;
  AskAgain& operator=(const AskAgain&) = delete;

 private:
  WaitableEntity& entity_;
};

}  // namespace

WaitableEntity::~WaitableEntity() { WaitableEntity::attach(nullptr, {}); }

bool WaitableEntity::is_of(const baton::Waitable& waitable) const {
  return waitable_.lock().get() == &waitable;
}

void WaitableEntity::guard_triggered() noexcept {
  pending_.store(true, std::memory_order_release);  // [waitable/wait] the triggering thread
  const std::lock_guard lock(mutex_);
  if (wait_set_) wait_set_->post(*this);
}

bool WaitableEntity::consume() noexcept {
  // [waitable/wait] the waiting thread
  return pending_.exchange(false, std::memory_order_acq_rel);
}

void WaitableEntity::collect_guards() {
  const auto waitable = waitable_.lock();
  if (!waitable) return;
  Guards added;
  rcl_wait_set_t wait_set{};
  wait_set.impl = &added;
  waitable->add_to_wait_set(wait_set);
  Guards former;
  {
    const std::lock_guard lock(mutex_);
    former = std::exchange(guards_, added);
  }
  const auto is_in = [](const Guards& guards, const std::shared_ptr<GuardState>& one) {
    return std::find(guards.begin(), guards.end(), one) != guards.end();
  };
  for (const auto& guard : former) {
    if (!is_in(added, guard)) guard->remove(*this);
  }
  for (const auto& guard : added) {
    if (!is_in(former, guard)) guard->add(shared_from_this());
    if (guard->is_ready()) guard_triggered();
  }
}

void WaitableEntity::take_triggered(std::vector<const rcl_guard_condition_t*>& found) {
  Guards guards;
  {
    const std::lock_guard lock(mutex_);
    guards = guards_;
  }
  for (const auto& guard : guards) {
    if (guard->consume()) {
      found.push_back(reinterpret_cast<const rcl_guard_condition_t*>(guard.get()));
    }
  }
}

bool WaitableEntity::execute_next(Taken taken, void* context) {
  if (!consume()) return false;
  const auto waitable = waitable_.lock();
  if (!waitable) return false;
  const AskAgain ask_again(*this);
  std::vector<const rcl_guard_condition_t*> found;
  take_triggered(found);
  if (found.empty()) return false;
  rcl_wait_set_t wait_set{};
  wait_set.guard_conditions = found.data();
  wait_set.size_of_guard_conditions = found.size();
  if (!waitable->is_ready(wait_set)) return false;
  const auto data = waitable->take_data();
  if (taken != nullptr) taken(context);
  waitable->execute(data);
  return true;
}

void WaitableEntity::attach(const std::shared_ptr<Dispatcher>& dispatcher,
                            const std::weak_ptr<void>& self) {
  post_elsewhere(*this, self, dispatcher, mutex_, wait_set_);
}

void add_guard(rcl_wait_set_t& wait_set, const std::shared_ptr<GuardState>& guard) {
  if (wait_set.impl == nullptr) {
    throw std::invalid_argument(
        "a guard condition can be added to the wait set that Waitable::add_to_wait_set() is given, "
        "and to no other one");
  }
  static_cast<WaitableEntity::Guards*>(wait_set.impl)->push_back(guard);
}

}  // namespace baton::client

namespace rclcpp {

void detail::add_guard_condition_to_rcl_wait_set(rcl_wait_set_t& wait_set,
                                                 const GuardCondition& guard_condition) {
  client::add_guard(wait_set, guard_condition.state());
}

}  // namespace rclcpp
