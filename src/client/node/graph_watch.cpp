// SPDX-License-Identifier: Apache-2.0
#include "client/node/graph_watch.hpp"

#include <algorithm>
#include <condition_variable>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/longest_wait.hpp"
#include "client/context/context_state.hpp"

namespace baton::client {

struct GraphWatch::Events {
  std::mutex mutex;  // covers known and guard
  std::condition_variable changed;
  std::vector<Event::WeakPtr> known;
  GuardCondition::SharedPtr guard;  // null until it is wanted

  void set_all() {
    GuardCondition::SharedPtr to_trigger;
    {
      const std::lock_guard lock(mutex);
      to_trigger = guard;
      std::erase_if(known, [](const auto& entry) { return entry.expired(); });
      for (const auto& entry : known) {
        if (const auto event = entry.lock()) event->set();
      }
    }
    changed.notify_all();
    // Without the mutex: it may call a callback of the user's.
    if (to_trigger) to_trigger->trigger();
  }
};

GraphWatch::GraphWatch(std::shared_ptr<ContextState> context)
    : context_(std::move(context)), events_(std::make_shared<Events>()) {}

GraphWatch::~GraphWatch() {
  if (at_shutdown_) context_->remove_callback(*at_shutdown_);
}

void GraphWatch::begin() {
  const std::lock_guard lock(mutex_);
  if (handle_) return;
  const auto tell = [events = events_] { events->set_all(); };
  handle_ = context_->transport().on_graph_change(tell);
  if (!at_shutdown_) at_shutdown_ = context_->add_callback(tell, false);
}

Event::SharedPtr GraphWatch::make_event() {
  begin();
  auto event = std::make_shared<Event>();
  const std::lock_guard lock(events_->mutex);
  events_->known.push_back(event);
  return event;
}

GuardCondition::SharedPtr GraphWatch::guard_condition(const std::shared_ptr<Context>& context) {
  begin();
  const std::lock_guard lock(events_->mutex);
  if (!events_->guard) events_->guard = std::make_shared<GuardCondition>(context);
  return events_->guard;
}

std::size_t GraphWatch::count_users() const {
  const std::lock_guard lock(events_->mutex);
  const auto alive = std::count_if(events_->known.begin(), events_->known.end(),
                                   [](const auto& entry) { return !entry.expired(); });
  return static_cast<std::size_t>(alive) + (events_->guard ? 1 : 0);
}

void GraphWatch::tell() { events_->set_all(); }

void GraphWatch::wait(const Event& event, std::chrono::nanoseconds timeout) {
  std::unique_lock lock(events_->mutex);
  if (std::none_of(events_->known.begin(), events_->known.end(),
                   [&](const auto& entry) { return entry.lock().get() == &event; })) {
    throw exceptions::EventNotRegisteredError();
  }
  const auto done = [&] { return event.check() || !context_->is_valid(); };
  if (timeout.count() < 0) {
    events_->changed.wait(lock, done);
  } else {
    constexpr std::chrono::nanoseconds longest(base::longest_wait_ns);
    events_->changed.wait_for(lock, std::min(timeout, longest), done);
  }
}

}  // namespace baton::client
