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
  std::mutex mutex;  // covers known
  std::condition_variable changed;
  std::vector<Event::WeakPtr> known;

  void set_all() {
    {
      const std::lock_guard lock(mutex);
      std::erase_if(known, [](const auto& entry) { return entry.expired(); });
      for (const auto& entry : known) {
        if (const auto event = entry.lock()) event->set();
      }
    }
    changed.notify_all();
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
