// SPDX-License-Identifier: Apache-2.0
// What action clients of all types share: the goal handles that are alive, by the ids of their
// goals.
//
// Owns the client of the service that cancels, and the subscription to statuses. Thread safety: all
// members. No callback runs under the lock, nor does a goal handle end. Feedback and statuses of
// goals that no handle is for are passed over; of statuses the last list is kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <action_msgs/msg/goal_status_array.hpp>
#include <action_msgs/srv/cancel_goal.hpp>

#include <baton/ros_c/rcl_action.h>
#include <baton/action/ready_callback.hpp>
#include <baton/action/types.hpp>
#include <baton/callback_group.hpp>
#include <baton/client.hpp>
#include <baton/logger.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/subscription.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

class ClientGoalHandleBase;

/// What a client is made with.
struct ClientSetup {
  node_interfaces::NodeBaseInterface::SharedPtr node;
  Logger logger;
  std::string name;
  rcl_action_client_options_t options;
  CallbackGroup::SharedPtr group;

  /// The name of one of the action's services or topics.
  std::string part(const char* which) const { return name + "/_action/" + which; }
  SubscriptionOptions subscription_options() const {
    SubscriptionOptions made;
    made.callback_group = group;
    return made;
  }
};

class BATON_PUBLIC ClientCore : public std::enable_shared_from_this<ClientCore> {
 public:
  using Cancel = action_msgs::srv::CancelGoal;
  using CancelCallback = std::function<void(Cancel::Response::SharedPtr)>;

  virtual ~ClientCore();
  ClientCore(const ClientCore&) = delete;
  ClientCore& operator=(const ClientCore&) = delete;

  /// A server hears all that is asked, and its answers, feedback and statuses are heard.
  bool is_ready() const;
  bool wait_until_ready(std::chrono::nanoseconds timeout) const;
  std::shared_future<Cancel::Response::SharedPtr> cancel(const GoalInfo& which,
                                                         CancelCallback callback);
  std::shared_ptr<ClientGoalHandleBase> find(const GoalUUID& goal_id) const;
  /// The client goes: what its handles wait for does not come. Later handles are told at once.
  void close();
  void configure_introspection(const Clock::SharedPtr& clock, const QoS& qos,
                               rcl_service_introspection_state_t state);
  /// Called with the number of what came and a ClientBase::EntityType. Empty: not any more.
  void listen(const ReadyCallback& callback);

 protected:
  explicit ClientCore(ClientSetup setup);
  /// Once, when it is shared.
  void open();
  const ClientSetup& setup() const { return setup_; }

  /// From now on it is told of its goal, as long as it lives or until remove().
  void add(const std::shared_ptr<ClientGoalHandleBase>& handle);
  void remove(const GoalUUID& goal_id);
  /// Handles that have ended.
  void forget_ended();

 private:
  using Status = action_msgs::msg::GoalStatusArray;

  virtual bool typed_parts_are_ready() const = 0;
  /// One of the typed services that is not ready; null if both are.
  virtual baton::ClientBase* unready_part() const = 0;
  virtual void configure_typed(const Clock::SharedPtr& clock, const QoS& qos,
                               rcl_service_introspection_state_t state) = 0;
  virtual void listen_typed(const ReadyCallback& callback) = 0;
  void on_status(std::shared_ptr<const Status> statuses);

  const ClientSetup setup_;
  std::shared_ptr<baton::Client<Cancel>> cancel_;
  std::shared_ptr<Subscription<Status>> status_;

  mutable std::mutex mutex_;  // covers what follows
  std::map<GoalUUID, std::weak_ptr<ClientGoalHandleBase>> handles_;
  std::shared_ptr<const Status> statuses_;  // the last, for a goal whose acceptance comes behind it
  bool closed_ = false;
};

}  // namespace baton::action
