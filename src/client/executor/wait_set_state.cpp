// SPDX-License-Identifier: Apache-2.0
#include "client/executor/wait_set_state.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
#include "client/context/context_state.hpp"
#include "client/executor/group_state.hpp"
#include "client/executor/guard_state.hpp"
#include "client/executor/timer_state.hpp"

namespace baton::client {
namespace {

constexpr std::int64_t never_ns = TimerQueue::never_ns;

[[noreturn]] void refuse_again(const char* what) {
  throw std::runtime_error(std::string(what) +
                           " already associated with this wait set: remove it there before");
}

[[noreturn]] void refuse_stranger(const char* what) {
  throw std::runtime_error(std::string(what) + " not in wait set: it was removed, or never added");
}

const char* name_of(WaitSetState::Kind kind) {
  constexpr const char* names[] = {"subscription", "timer", "client", "service"};
  return names[static_cast<std::size_t>(kind)];
}

[[noreturn]] void refuse() {
  throw std::runtime_error(
      "it is in an executor or in another wait set already: create it in a "
      "callback group that no executor takes, or remove it there before");
}

template <class T>
void fill(std::vector<const T*>& places, const std::vector<std::shared_ptr<Executable>>& entities,
          const std::vector<std::shared_ptr<void>>& found) {
  places.assign(entities.size(), nullptr);
  for (std::size_t i = 0; i < entities.size(); ++i) {
    const void* const key = entities[i].get();
    if (std::any_of(found.begin(), found.end(),
                    [&](const auto& who) { return who.get() == key; })) {
      places[i] = static_cast<const T*>(key);
    }
  }
}

}  // namespace

void WaitSetState::Found::look_at() {
  view.subscriptions = subscriptions.data();
  view.size_of_subscriptions = subscriptions.size();
  view.guard_conditions = guards.data();
  view.size_of_guard_conditions = guards.size();
  view.timers = timers.data();
  view.size_of_timers = timers.size();
  view.clients = clients.data();
  view.size_of_clients = clients.size();
  view.services = services.data();
  view.size_of_services = services.size();
}

WaitSetState::WaitSetState(std::shared_ptr<ContextState> context, bool waits_for_nothing)
    : context_(std::move(context)),
      waits_for_nothing_(waits_for_nothing),
      dispatcher_(std::make_shared<Dispatcher>(context_, 0)) {}

WaitSetState::~WaitSetState() {
  const std::lock_guard lock(mutex_);
  for (Entities& entities : entities_) {
    for (const auto& entity : entities) give_back(*entity);
  }
  for (const auto& guard : guards_) guard->state()->leave();
  for (const Waited& waited : waitables_) let_go(waited);
}

void WaitSetState::add(Kind kind, std::shared_ptr<Executable> entity) {
  context_->require_own_process();
  if (!entity) throw std::invalid_argument("a null pointer cannot be waited for");
  const std::lock_guard lock(mutex_);
  Entities& entities = of(kind);
  if (std::find(entities.begin(), entities.end(), entity) != entities.end()) {
    refuse_again(name_of(kind));
  }
  // Relaxed: a program that adds it in two places at once gets one of them.
  if (entity->dispatcher_.load(std::memory_order_relaxed) != nullptr ||
      entity->in_wait_set_.exchange(true, std::memory_order_relaxed)) {
    refuse();
  }
  entity->attach(dispatcher_, entity);
  entities.push_back(std::move(entity));
}

/// To the executor of its group, if there is one.
void WaitSetState::give_back(Executable& entity) {
  entity.attach(nullptr, {});
  entity.in_wait_set_.store(false, std::memory_order_relaxed);
  if (const auto group = entity.group_.lock()) group->take_back(entity);
}

void WaitSetState::remove(Kind kind, const std::shared_ptr<Executable>& entity) {
  if (!entity) throw std::invalid_argument(std::string(name_of(kind)) + " is nullptr");
  const std::lock_guard lock(mutex_);
  if (std::erase(of(kind), entity) == 0) refuse_stranger(name_of(kind));
  give_back(*entity);
}

void WaitSetState::add(GuardCondition::SharedPtr guard) {
  if (!guard) throw std::invalid_argument("a null pointer cannot be waited for");
  const std::lock_guard lock(mutex_);
  if (std::find(guards_.begin(), guards_.end(), guard) != guards_.end()) {
    refuse_again("guard condition");
  }
  if (!guard->state()->join(dispatcher_->wait_set(), guard->state())) refuse();
  guards_.push_back(std::move(guard));
}

void WaitSetState::remove(const GuardCondition::SharedPtr& guard) {
  if (!guard) throw std::invalid_argument("guard_condition is nullptr");
  const std::lock_guard lock(mutex_);
  if (std::erase(guards_, guard) == 0) refuse_stranger("guard condition");
  guard->state()->leave();
}

void WaitSetState::add(std::shared_ptr<Waitable> waitable, std::shared_ptr<void> associated) {
  if (!waitable) throw std::invalid_argument("a null pointer cannot be waited for");
  if (waitable->exchange_in_use_by_wait_set_state(true)) refuse();
  auto entity = std::make_shared<WaitableEntity>(waitable);
  static_cast<Executable&>(*entity).attach(dispatcher_, entity);
  const std::lock_guard lock(mutex_);
  waitables_.push_back({std::move(waitable), std::move(associated), std::move(entity)});
}

void WaitSetState::let_go(const Waited& waited) {
  static_cast<Executable&>(*waited.entity).attach(nullptr, {});
  waited.waitable->exchange_in_use_by_wait_set_state(false);
}

void WaitSetState::remove(const std::shared_ptr<Waitable>& waitable) {
  if (!waitable) throw std::invalid_argument("waitable is nullptr");
  Waited removed;  // ends without the mutex
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(waitables_.begin(), waitables_.end(),
                               [&](const Waited& one) { return one.waitable == waitable; });
  if (at == waitables_.end()) refuse_stranger("waitable");
  removed = std::move(*at);
  waitables_.erase(at);
  let_go(removed);
}

/// Each wait asks them for their guard conditions, without the mutex: what they do is the user's.
void WaitSetState::ask_waitables() {
  std::vector<Waited> waitables;
  {
    const std::lock_guard lock(mutex_);
    if (waitables_.empty()) return;
    waitables = waitables_;
  }
  for (const Waited& one : waitables) {
    (void)one.entity->consume();
    one.entity->collect_guards();
  }
}

void WaitSetState::prune() {
  // They end without the mutex: what their callbacks own may use the wait set.
  std::vector<std::shared_ptr<void>> ended;
  const std::lock_guard lock(mutex_);
  for (Entities& entities : entities_) {
    std::erase_if(entities, [&](auto& entity) {
      if (entity.use_count() > 1) return false;
      give_back(*entity);
      ended.push_back(std::move(entity));
      return true;
    });
  }
  std::erase_if(guards_, [&](auto& guard) {
    if (guard.use_count() > 1) return false;
    guard->state()->leave();
    ended.push_back(std::move(guard));
    return true;
  });
  std::erase_if(waitables_, [&](Waited& waited) {
    if (waited.waitable.use_count() > 1) return false;
    let_go(waited);
    ended.push_back(std::move(waited.waitable));
    ended.push_back(std::move(waited.associated));
    return true;
  });
}

bool WaitSetState::is_empty() const {
  const std::lock_guard lock(mutex_);
  return guards_.empty() && waitables_.empty() &&
         std::all_of(std::begin(entities_), std::end(entities_),
                     [](const Entities& some) { return some.empty(); });
}

/// Puts what is ready into its place; false if there is nothing.
bool WaitSetState::collect() {
  std::unique_lock lock(mutex_);
  for (const auto& entity : of(Kind::timer)) {
    if (static_cast<TimerBase&>(*entity).is_ready()) harvest_.found.push_back(entity);
  }
  const auto& found = harvest_.found;
  fill(found_.subscriptions, of(Kind::subscription), found);
  fill(found_.timers, of(Kind::timer), found);
  fill(found_.clients, of(Kind::client), found);
  fill(found_.services, of(Kind::service), found);
  found_.guards.assign(guards_.size(), nullptr);
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    GuardState* const state = guards_[i]->state().get();
    if (std::none_of(found.begin(), found.end(),
                     [&](const auto& who) { return who.get() == static_cast<void*>(state); })) {
      continue;
    }
    state->consume();
    found_.guards[i] = reinterpret_cast<const rcl_guard_condition_t*>(state);
  }
  for (const Waited& one : waitables_) {
    if (one.entity->consume()) one.entity->take_triggered(found_.guards);
  }
  found_.look_at();
  const bool any = !found.empty();
  lock.unlock();  // one of them may have left meanwhile, and end here
  harvest_.found.clear();
  return any;
}

/// One sleep; false if it ended without anything to tell.
bool WaitSetState::wait_once(std::int64_t deadline_ns, std::int64_t spin_ns) {
  const std::int64_t due_ns = std::min(deadline_ns, dispatcher_->timers().first_due_ns());
  const std::int64_t now_ns = due_ns == never_ns ? 0 : base::monotonic_ns();
  const std::int64_t timeout_ns =
      due_ns == never_ns ? transport::wait_forever : std::max<std::int64_t>(0, due_ns - now_ns);
  harvest_.found.clear();
  // Ends too when a timer is due sooner, which is nothing to tell.
  dispatcher_->wait_set()->wait(timeout_ns, spin_ns, &harvest_);
  const bool notified = notified_.exchange(false, std::memory_order_relaxed);  // see notify()
  if (collect() || notified || !context_->is_valid()) return true;
  put_off_timers();
  return false;
}

/// A timer whose clock was set back is not due when it was expected to be.
void WaitSetState::put_off_timers() {
  if (dispatcher_->timers().first_due_ns() > base::monotonic_ns()) return;
  Entities timers;
  {
    const std::lock_guard lock(mutex_);
    timers = of(Kind::timer);
  }
  for (const auto& timer : timers) {
    static_cast<TimerBase&>(*timer).get_timer_handle()->state->reschedule();
  }
}

WaitResultKind WaitSetState::wait(std::chrono::nanoseconds timeout, std::chrono::nanoseconds spin) {
  context_->require_own_process();
  if (!context_->is_valid()) {
    (void)collect();
    return WaitResultKind::Ready;
  }
  if (!waits_for_nothing_ && is_empty()) return WaitResultKind::Empty;
  ask_waitables();
  const std::int64_t now_ns = base::monotonic_ns();
  const bool forever = timeout.count() < 0 || timeout.count() > never_ns - now_ns;
  const std::int64_t deadline_ns = forever ? never_ns : now_ns + timeout.count();
  while (!wait_once(deadline_ns, spin.count())) {
    if (!forever && base::monotonic_ns() >= deadline_ns) return WaitResultKind::Timeout;
  }
  return WaitResultKind::Ready;
}

void WaitSetState::notify() noexcept {
  notified_.store(true, std::memory_order_relaxed);  // the notify() of the port orders it
  dispatcher_->wait_set()->notify();
}

}  // namespace baton::client
