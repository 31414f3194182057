// SPDX-License-Identifier: Apache-2.0
// Brings what a transport tells of an endpoint to the user's callbacks, in their executor.
//
// Thread safety: all of it. The transport's thread counts, the executor's thread reports; several
// events between two looks are reported as one, as in DDS.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include <baton/callback_group.hpp>
#include <baton/endpoint_event.hpp>
#include <baton/event_callbacks.hpp>
#include <baton/executable.hpp>
#include <baton/qos.hpp>
#include <baton/timer.hpp>

#include "client/topic/event_listeners.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

class EndpointEvents : public Executable,
                       public transport::Waitable,
                       public std::enable_shared_from_this<EndpointEvents> {
 public:
  /// nullptr if no callback and no log line needs them.
  static std::shared_ptr<EndpointEvents> of_publisher(const PublisherEventCallbacks& callbacks);
  static std::shared_ptr<EndpointEvents> of_subscription(
      const SubscriptionEventCallbacks& callbacks, const QoS& qos);
  ~EndpointEvents() override;

  /// The callback for the transport. Keeps nothing alive.
  EndpointCallback listener();
  /// From now on an executor of the group reports. `count_messages` returns how many messages there
  /// were, for the deadline. Without a group nothing is reported.
  void begin(const CallbackGroup::SharedPtr& group, const QoS& qos,
             std::function<std::uint64_t()> count_messages);
  /// Called when the endpoint is destroyed: `count_messages` is not called any more afterwards.
  void end();

  /// Whether there is a callback for it.
  bool has(EventReport kind) const;
  /// What is told of events as they happen, in the transport's thread.
  EventListeners& listeners() { return listeners_; }
  /// Calls the callbacks for what is not reported yet.
  void report_all() { (void)execute_next(nullptr, nullptr); }

  // [event/wait] the executor's thread
  bool is_ready() const noexcept override { return pending_.load(std::memory_order_acquire); }

 protected:
  bool execute_next(Taken taken, void* context) override;
  bool has_work() const noexcept override { return is_ready(); }
  void attach(const std::shared_ptr<Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  struct Callbacks {
    std::function<void(rmw_matched_status_t&)> matched;
    std::function<void(rmw_qos_incompatible_event_status_t&)> incompatible_qos;
    std::function<void(rmw_incompatible_type_status_t&)> incompatible_type;
    std::function<void(rmw_message_lost_status_t&)> message_lost;
    std::function<void(rmw_liveliness_changed_status_t&)> liveliness_changed;
    std::function<void(rmw_liveliness_lost_status_t&)> liveliness_lost;
    std::function<void(rmw_requested_deadline_missed_status_t&)> deadline_missed;
  };

  explicit EndpointEvents(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}
  void note(const EndpointEvent& event);
  void count_in(const EndpointEvent& event);
  void watch_deadline();

  const Callbacks callbacks_;
  EventListeners listeners_;
  std::atomic<bool> pending_{false};  // raised behind the figures, taken down before they are read

  std::mutex mutex_;  // covers what follows
  rmw_matched_status_t matched_{};
  rmw_qos_incompatible_event_status_t incompatible_qos_{};
  rmw_incompatible_type_status_t incompatible_type_{};
  rmw_message_lost_status_t message_lost_{};
  rmw_liveliness_changed_status_t liveliness_changed_{};
  rmw_liveliness_lost_status_t liveliness_lost_{};
  std::shared_ptr<transport::WaitSet> wait_set_;
  TimerBase::SharedPtr deadline_timer_;

  std::mutex count_mutex_;  // covers what follows; held while the endpoint is asked
  std::function<std::uint64_t()> count_messages_;
  std::uint64_t last_count_ = 0;
  rmw_requested_deadline_missed_status_t deadline_missed_{};
};

}  // namespace baton::client
