// SPDX-License-Identifier: Apache-2.0
#include <baton/event_handler.hpp>

#include <stdexcept>
#include <utility>

#include "client/executor/guard_state.hpp"
#include "client/executor/waitable_entity.hpp"
#include "client/topic/endpoint_events.hpp"

namespace rclcpp {

EventHandlerBase::EventHandlerBase(std::shared_ptr<client::EndpointEvents> events,
                                   client::EventReport kind)
    : events_(std::move(events)), kind_(kind), guard_(std::make_shared<client::GuardState>()) {
  events_->listeners().ring(kind_, guard_);
}

EventHandlerBase::~EventHandlerBase() { events_->listeners().clear(kind_); }

void EventHandlerBase::add_to_wait_set(rcl_wait_set_t& wait_set) {
  client::add_guard(wait_set, guard_);
}

bool EventHandlerBase::is_ready(const rcl_wait_set_t& wait_set) {
  for (std::size_t i = 0; i < wait_set.size_of_guard_conditions; ++i) {
    if (static_cast<const void*>(wait_set.guard_conditions[i]) == guard_.get()) return true;
  }
  return false;
}

void EventHandlerBase::execute(const std::shared_ptr<void>&) { events_->report_all(); }

void EventHandlerBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback) {
  if (!callback) {
    throw std::invalid_argument(
        "The callback passed to set_on_ready_callback is not callable: to have none, clear it");
  }
  constexpr int entity = static_cast<int>(EntityType::Event);
  events_->listeners().set(
      kind_, [callback = std::move(callback)](std::size_t count) { callback(count, entity); });
}

void EventHandlerBase::clear_on_ready_callback() { events_->listeners().clear(kind_); }

}  // namespace rclcpp
