// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <baton/action/server_core.hpp>
#include <baton/action/server_goal_handle.hpp>
#include <baton/action/types.hpp>
#include <baton/create_publisher.hpp>
#include <baton/create_service.hpp>
#include <baton/node_interfaces/node_clock_interface.hpp>
#include <baton/node_interfaces/node_logging_interface.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

/// What action servers of all types have in common.
class BATON_PUBLIC ServerBase {
 public:
  virtual ~ServerBase();
  ServerBase(const ServerBase&) = delete;
  ServerBase& operator=(const ServerBase&) = delete;

  /// Of the three services: see service_introspection.hpp.
  void configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                               rcl_service_introspection_state_t introspection_state);

  /// What a callback of set_on_ready_callback() is called for. Results expire without one: the
  /// server has a timer for that.
  enum class EntityType : std::size_t { GoalService, ResultService, CancelService, Expired };
  /// From now on `callback` is called with the number of requests that came and the EntityType that
  /// they came to, also of those that wait already, in the thread that
  /// ServiceBase::set_on_new_request_callback() says. Replaces the former one. Throws
  /// std::invalid_argument for an empty one.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback);
  /// Returns when the callback does not run any more.
  void clear_on_ready_callback();

 protected:
  explicit ServerBase(std::shared_ptr<ServerCore> core) : core_(std::move(core)) {}

 private:
  const std::shared_ptr<ServerCore> core_;
};

/// Pursues goals for clients of an action. Made by create_server(). Its callbacks are called by the
/// executor of its callback group, and hand work that takes long to a thread of the user's. When it
/// goes, no more callbacks begin; goal handles stay, and what they do reaches no client.
template <class ActionT>
class Server : public ServerBase {
  static_assert(rosidl_generator_traits::is_action<ActionT>::value,
                "an action type is what the generator made of a .action file");

 public:
  using SharedPtr = std::shared_ptr<Server>;
  using ConstSharedPtr = std::shared_ptr<const Server>;
  using WeakPtr = std::weak_ptr<Server>;
  using UniquePtr = std::unique_ptr<Server>;
  /// Whether the goal is accepted.
  using GoalCallback =
      std::function<GoalResponse(const GoalUUID&, std::shared_ptr<const typename ActionT::Goal>)>;
  /// Whether the goal becomes CANCELING.
  using CancelCallback = std::function<CancelResponse(std::shared_ptr<ServerGoalHandle<ActionT>>)>;
  /// Called with each goal that was accepted. Keep the handle until the goal has ended.
  using AcceptedCallback = std::function<void(std::shared_ptr<ServerGoalHandle<ActionT>>)>;

  /// Throws baton::exceptions::Error and InvalidServiceNameError.
  Server(node_interfaces::NodeBaseInterface::SharedPtr node_base,
         node_interfaces::NodeClockInterface::SharedPtr node_clock,
         node_interfaces::NodeLoggingInterface::SharedPtr node_logging, const std::string& name,
         const rcl_action_server_options_t& options, GoalCallback handle_goal,
         CancelCallback handle_cancel, AcceptedCallback handle_accepted,
         CallbackGroup::SharedPtr group = nullptr)
      : ServerBase(Core::make(
            {node_base, node_clock->get_clock(), node_logging->get_logger(),
             resolve_action_name(*node_base, name), options, std::move(group)},
            {std::move(handle_goal), std::move(handle_cancel), std::move(handle_accepted)})) {}

 private:
  using Handle = ServerGoalHandle<ActionT>;
  using SendGoal = typename ActionT::Impl::SendGoalService;
  using GetResult = typename ActionT::Impl::GetResultService;
  using FeedbackMessage = typename ActionT::Impl::FeedbackMessage;
  struct Callbacks {
    GoalCallback goal;
    CancelCallback cancel;
    AcceptedCallback accepted;
  };

  class Core : public ServerCore {
   public:
    Core(ServerSetup setup, Callbacks callbacks)
        : ServerCore(std::move(setup)), callbacks_(std::move(callbacks)) {
      if (!callbacks_.goal || !callbacks_.cancel || !callbacks_.accepted) {
        throw std::invalid_argument("an action server needs its three callbacks");
      }
    }
    static std::shared_ptr<Core> make(ServerSetup setup, Callbacks callbacks) {
      auto core = std::make_shared<Core>(std::move(setup), std::move(callbacks));
      core->open();
      return core;
    }

   private:
    std::weak_ptr<Core> weak() { return std::static_pointer_cast<Core>(this->shared_from_this()); }
    void open() {
      const ServerSetup& setup = this->setup();
      // First what answers, last what is asked first.
      feedback_ = create_publisher<FeedbackMessage>(setup.node, setup.part("feedback"),
                                                    qos_of(setup.options.feedback_topic_qos));
      ServerCore::open();
      get_result_ = create_service<GetResult>(
          setup.node, setup.part("get_result"),
          [weak = weak()](std::shared_ptr<Service<GetResult>> service, const rmw_request_id_t& id,
                          std::shared_ptr<const typename GetResult::Request> request) {
            if (const auto core = weak.lock()) core->on_get_result(*service, id, *request);
          },
          qos_of(setup.options.result_service_qos), setup.group);
      send_goal_ = create_service<SendGoal>(
          setup.node, setup.part("send_goal"),
          [weak = weak()](std::shared_ptr<Service<SendGoal>> service, const rmw_request_id_t& id,
                          std::shared_ptr<typename SendGoal::Request> request) {
            if (const auto core = weak.lock()) core->on_goal(*service, id, std::move(request));
          },
          qos_of(setup.options.goal_service_qos), setup.group);
    }

    void on_goal(Service<SendGoal>& service, const rmw_request_id_t& id,
                 std::shared_ptr<typename SendGoal::Request> request) {
      const GoalUUID goal_id = request->goal_id.uuid;
      const std::shared_ptr<const typename ActionT::Goal> goal(request, &request->goal);
      typename SendGoal::Response response;
      std::shared_ptr<Handle> handle;
      if (this->may_begin(goal_id)) {
        const GoalResponse answer = callbacks_.goal(goal_id, goal);
        if (answer != GoalResponse::REJECT) handle = accept(goal_id, goal, answer);
      }
      if (handle) {
        response.accepted = true;
        response.stamp = handle->goal().info().stamp;
      }
      service.send_response(id, response);
      if (!handle) return;
      this->publish_status();
      callbacks_.accepted(std::move(handle));
    }

    std::shared_ptr<Handle> accept(const GoalUUID& goal_id,
                                   const std::shared_ptr<const typename ActionT::Goal>& goal,
                                   GoalResponse answer) {
      const auto state = this->begin(goal_id);
      if (!state) return nullptr;
      std::shared_ptr<Handle> handle(new Handle(state, goal, this->weak_from_this(), feedback_));
      this->set_handle(goal_id, handle);
      if (answer == GoalResponse::ACCEPT_AND_EXECUTE) state->try_step(GoalEvent::execute);
      return handle;
    }

    void on_get_result(Service<GetResult>& service, const rmw_request_id_t& id,
                       const typename GetResult::Request& request) {
      const auto [result, response] = this->result_of(request.goal_id.uuid, id);
      if (result == ServerCore::Result::waiting) return;
      if (response) {
        return service.send_response(
            id, *static_cast<const typename GetResult::Response*>(response.get()));
      }
      typename GetResult::Response unknown;
      unknown.status = GoalStatus::STATUS_UNKNOWN;
      service.send_response(id, unknown);
    }

    void send_result(const rmw_request_id_t& request, const void* response) override {
      get_result_->send_response(request,
                                 *static_cast<const typename GetResult::Response*>(response));
    }
    CancelResponse call_cancel(const std::shared_ptr<ServerGoalHandleBase>& handle) override {
      return callbacks_.cancel(std::static_pointer_cast<Handle>(handle));
    }
    void configure_typed(const Clock::SharedPtr& clock, const QoS& qos,
                         rcl_service_introspection_state_t state) override {
      send_goal_->configure_introspection(clock, qos, state);
      get_result_->configure_introspection(clock, qos, state);
    }

    void listen_typed(const ReadyCallback& callback) override {
      listen_to(*send_goal_, callback, EntityType::GoalService);
      listen_to(*get_result_, callback, EntityType::ResultService);
    }

    const Callbacks callbacks_;
    std::shared_ptr<Publisher<FeedbackMessage>> feedback_;
    std::shared_ptr<Service<GetResult>> get_result_;
    std::shared_ptr<Service<SendGoal>> send_goal_;
  };
};

}  // namespace baton::action
