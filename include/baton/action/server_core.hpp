// SPDX-License-Identifier: Apache-2.0
// What action servers of all types share: the table of their goals.
//
// Owns the goals that a client may ask about, the results that are kept, and the requests that wait
// for one; the service that cancels, the topic of statuses, and the timer that forgets results.
// Thread safety: all members. No callback runs, and nothing is published, under the lock. If the
// process dies, all of it is gone: clients see that the server is not ready.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <action_msgs/msg/goal_status_array.hpp>
#include <action_msgs/srv/cancel_goal.hpp>

#include <baton/ros_c/rcl_action.h>
#include <baton/action/goal_state.hpp>
#include <baton/action/ready_callback.hpp>
#include <baton/callback_group.hpp>
#include <baton/clock.hpp>
#include <baton/logger.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/publisher.hpp>
#include <baton/service.hpp>
#include <baton/timer.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

enum class GoalResponse : std::int8_t {
  REJECT = 1,
  ACCEPT_AND_EXECUTE = 2,
  ACCEPT_AND_DEFER = 3,  ///< it begins with execute()
};

enum class CancelResponse : std::int8_t {
  REJECT = 1,
  ACCEPT = 2,
};

class ServerGoalHandleBase;

/// What a server is made with.
struct ServerSetup {
  node_interfaces::NodeBaseInterface::SharedPtr node;
  Clock::SharedPtr clock;
  Logger logger;
  std::string name;
  rcl_action_server_options_t options;
  CallbackGroup::SharedPtr group;

  /// The name of one of the action's services or topics.
  std::string part(const char* which) const { return name + "/_action/" + which; }
};

/// `name` expanded and remapped. Throws what services throw for a name.
BATON_PUBLIC std::string resolve_action_name(const node_interfaces::NodeBaseInterface& node,
                                             const std::string& name);
BATON_PUBLIC QoS qos_of(const rmw_qos_profile_t& profile);

class BATON_PUBLIC ServerCore : public std::enable_shared_from_this<ServerCore> {
 public:
  /// Goals that have not ended; what comes beyond is rejected with a warning.
  static constexpr std::size_t max_active_goals = 1000;
  /// Goals that have ended and are kept; beyond, the one that ended first is forgotten.
  static constexpr std::size_t max_finished_goals = 1000;
  /// Requests that wait for the result of one goal; beyond, they are answered UNKNOWN.
  static constexpr std::size_t max_waiting_requests = 1000;

  virtual ~ServerCore();
  ServerCore(const ServerCore&) = delete;
  ServerCore& operator=(const ServerCore&) = delete;

  /// The result of a goal, a response of the type's GetResult: sent to all that wait, and kept.
  void finish(const GoalState& goal, std::shared_ptr<const void> response);
  /// Also of several threads at once: the last one that is sent holds all.
  void publish_status();
  const Logger& logger() const { return setup_.logger; }
  void configure_introspection(const Clock::SharedPtr& clock, const QoS& qos,
                               rcl_service_introspection_state_t state);
  /// Called with the number of what came and a ServerBase::EntityType. Empty: not any more.
  void listen(const ReadyCallback& callback);

 protected:
  enum class Result { ready, waiting, unknown };

  explicit ServerCore(ServerSetup setup);
  /// Once, when it is shared.
  void open();
  const ServerSetup& setup() const { return setup_; }

  /// Whether a goal of this id could be taken; if not, why was logged.
  bool may_begin(const GoalUUID& goal_id);
  /// A goal that begins now; null if it may not, which was logged.
  std::shared_ptr<GoalState> begin(const GoalUUID& goal_id);
  void set_handle(const GoalUUID& goal_id, const std::shared_ptr<ServerGoalHandleBase>& handle);
  /// For a request: the response of finish(), or that it comes later, or never.
  std::pair<Result, std::shared_ptr<const void>> result_of(const GoalUUID& goal_id,
                                                           const rmw_request_id_t& request);

 private:
  using Cancel = action_msgs::srv::CancelGoal;
  using Status = action_msgs::msg::GoalStatusArray;
  using Steady = std::chrono::steady_clock;
  struct Entry {
    std::shared_ptr<GoalState> goal;
    std::weak_ptr<ServerGoalHandleBase> handle;
    std::shared_ptr<const void> response;  // once it has ended
    std::vector<rmw_request_id_t> waiting;
  };
  using Chosen =
      std::vector<std::pair<std::shared_ptr<GoalState>, std::weak_ptr<ServerGoalHandleBase>>>;
  using Gone = std::vector<Entry>;

  virtual void send_result(const rmw_request_id_t& request, const void* response) = 0;
  virtual CancelResponse call_cancel(const std::shared_ptr<ServerGoalHandleBase>& handle) = 0;
  virtual void configure_typed(const Clock::SharedPtr& clock, const QoS& qos,
                               rcl_service_introspection_state_t state) = 0;
  virtual void listen_typed(const ReadyCallback& callback) = 0;

  void on_cancel(const Cancel::Request& request, Cancel::Response& response);
  std::int8_t choose(const GoalInfo& which, Chosen& chosen) const;
  void on_tick();
  /// With the lock. What goes is to be dropped without it.
  void forget_expired(Gone& gone);
  void forget_first(Gone& gone);
  std::string refusal(const GoalUUID& goal_id) const;
  Status snapshot() const;

  const ServerSetup setup_;
  const std::chrono::nanoseconds keep_for_;
  std::shared_ptr<Publisher<Status>> status_;
  std::shared_ptr<Service<Cancel>> cancel_;
  TimerBase::SharedPtr timer_;  // null if nothing expires, or all at once

  mutable std::mutex mutex_;  // covers what follows
  std::map<GoalUUID, Entry> goals_;
  std::deque<std::pair<Steady::time_point, GoalUUID>> finished_;  // by their end
  bool ticking_ = false;
  bool publishing_ = false;
  bool publish_again_ = false;
};

}  // namespace baton::action
