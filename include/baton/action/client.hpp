// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include <baton/action/client_core.hpp>
#include <baton/action/client_goal_handle.hpp>
#include <baton/action/exceptions.hpp>
#include <baton/action/server_core.hpp>
#include <baton/action/types.hpp>
#include <baton/create_client.hpp>
#include <baton/create_subscription.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_logging_interface.hpp>
#include <baton/time.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

/// What action clients of all types have in common. Thread safety: all members.
class BATON_PUBLIC ClientBase {
 public:
  virtual ~ClientBase();
  ClientBase(const ClientBase&) = delete;
  ClientBase& operator=(const ClientBase&) = delete;

  bool action_server_is_ready() const;
  /// Blocks until a server is ready, the time is over (negative: never) or the context is shut
  /// down; the last two return false. Needs no executor.
  template <class Rep = std::int64_t, class Period = std::milli>
  bool wait_for_action_server(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_for_action_server_nanoseconds(
        std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }
  /// Of the three services: see service_introspection.hpp.
  void configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                               rcl_service_introspection_state_t introspection_state);

  /// What a callback of set_on_ready_callback() is called for.
  enum class EntityType : std::size_t {
    GoalClient,
    ResultClient,
    CancelClient,
    FeedbackSubscription,
    StatusSubscription,
  };
  /// From now on `callback` is called with the number of messages that came and the EntityType that
  /// they came to, also of those that wait already, in the threads that
  /// SubscriptionBase::set_on_new_message_callback() says. Replaces the former one. Throws
  /// std::invalid_argument for an empty one.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback);
  /// Returns when the callback does not run any more.
  void clear_on_ready_callback();

 protected:
  explicit ClientBase(std::shared_ptr<ClientCore> core) : core_(std::move(core)) {}

 private:
  bool wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout);

  const std::shared_ptr<ClientCore> core_;
};

/// Sends goals to an action server. Made by create_client(). Futures become ready, and callbacks
/// are called, by the executor of its callback group. A goal that reaches no server, or whose
/// server dies, is pending until the client goes: then futures of goals and cancellations throw
/// std::future_error (broken promise), those of results UnawareGoalHandleError. Thread safety: all
/// members.
template <class ActionT>
class Client : public ClientBase {
  static_assert(rosidl_generator_traits::is_action<ActionT>::value,
                "an action type is what the generator made of a .action file");

 public:
  using SharedPtr = std::shared_ptr<Client>;
  using ConstSharedPtr = std::shared_ptr<const Client>;
  using WeakPtr = std::weak_ptr<Client>;
  using UniquePtr = std::unique_ptr<Client>;
  using Goal = typename ActionT::Goal;
  using Feedback = typename ActionT::Feedback;
  using GoalHandle = ClientGoalHandle<ActionT>;
  using WrappedResult = typename GoalHandle::WrappedResult;
  /// Null if the goal was rejected.
  using GoalResponseCallback = std::function<void(typename GoalHandle::SharedPtr)>;
  using FeedbackCallback = typename GoalHandle::FeedbackCallback;
  using ResultCallback = typename GoalHandle::ResultCallback;
  using CancelRequest = typename ActionT::Impl::CancelGoalService::Request;
  using CancelResponse = typename ActionT::Impl::CancelGoalService::Response;
  using CancelCallback = std::function<void(typename CancelResponse::SharedPtr)>;

  /// With a callback for it, the result is asked for when the goal is accepted.
  struct SendGoalOptions {
    GoalResponseCallback goal_response_callback;
    FeedbackCallback feedback_callback;
    ResultCallback result_callback;
  };

  /// Throws baton::exceptions::Error and InvalidServiceNameError.
  Client(
      node_interfaces::NodeBaseInterface::SharedPtr node_base,
      node_interfaces::NodeGraphInterface::SharedPtr /* node_graph */,
      node_interfaces::NodeLoggingInterface::SharedPtr node_logging, const std::string& action_name,
      const rcl_action_client_options_t& client_options = rcl_action_client_get_default_options(),
      CallbackGroup::SharedPtr group = nullptr)
      : Client(Core::make({node_base, node_logging->get_logger(),
                           resolve_action_name(*node_base, action_name), client_options,
                           std::move(group)})) {}
  ~Client() override { core_->close(); }

  /// Copies the goal. The future has the goal's handle, or null if it was rejected. Throws
  /// baton::exceptions::Error when there is no memory for it.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
      const Goal& goal, const SendGoalOptions& options = SendGoalOptions()) {
    return core_->send(goal, options);
  }

  /// The result, which is asked for if it was not before. Throws
  /// exceptions::UnknownGoalHandleError for a handle of another client, or one whose result has
  /// come, and exceptions::UnawareGoalHandleError if it cannot come.
  std::shared_future<WrappedResult> async_get_result(typename GoalHandle::SharedPtr goal_handle,
                                                     ResultCallback result_callback = nullptr) {
    core_->require(goal_handle);
    if (result_callback) goal_handle->set_result_callback(std::move(result_callback));
    core_->ask_for_result(goal_handle);
    return goal_handle->async_get_result();
  }

  /// Throws exceptions::UnknownGoalHandleError as async_get_result() does. The response says which
  /// goals are CANCELING; their ends come as results.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goal(
      typename GoalHandle::SharedPtr goal_handle, CancelCallback cancel_callback = nullptr) {
    core_->require(goal_handle);
    GoalInfo which;
    which.goal_id.uuid = goal_handle->get_goal_id();
    return core_->cancel(which, std::move(cancel_callback));
  }
  /// Of all clients.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_all_goals(
      CancelCallback cancel_callback = nullptr) {
    return core_->cancel(GoalInfo(), std::move(cancel_callback));
  }
  /// Those that were accepted at that time or before.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goals_before(
      const Time& stamp, CancelCallback cancel_callback = nullptr) {
    GoalInfo which;
    which.stamp = stamp;
    return core_->cancel(which, std::move(cancel_callback));
  }

  /// Callbacks of that goal do not begin any more. Futures become ready all the same.
  void stop_callbacks(typename GoalHandle::SharedPtr goal_handle) {
    if (goal_handle) goal_handle->stop_callbacks();
  }
  void stop_callbacks(const GoalUUID& goal_id) {
    stop_callbacks(std::static_pointer_cast<GoalHandle>(core_->find(goal_id)));
  }

 private:
  using SendGoal = typename ActionT::Impl::SendGoalService;
  using GetResult = typename ActionT::Impl::GetResultService;
  using FeedbackMessage = typename ActionT::Impl::FeedbackMessage;
  using HandlePromise = std::promise<typename GoalHandle::SharedPtr>;

  class Core : public ClientCore {
   public:
    explicit Core(ClientSetup setup) : ClientCore(std::move(setup)) {}
    static std::shared_ptr<Core> make(ClientSetup setup) {
      auto core = std::make_shared<Core>(std::move(setup));
      core->open();
      return core;
    }

    std::shared_future<typename GoalHandle::SharedPtr> send(const Goal& goal,
                                                            const SendGoalOptions& options) {
      this->forget_ended();
      auto request = std::make_shared<typename SendGoal::Request>();
      request->goal_id.uuid = generate_goal_id();
      request->goal = goal;
      auto promise = std::make_shared<HandlePromise>();
      auto future = promise->get_future().share();
      send_goal_->async_send_request(
          request, [weak = weak(), promise, options, goal_id = request->goal_id](
                       typename baton::Client<SendGoal>::SharedFuture response) {
            if (const auto core = weak.lock()) {
              core->on_goal_response(goal_id, *response.get(), *promise, options);
            }
          });
      return future;
    }

    void require(const typename GoalHandle::SharedPtr& handle) const {
      if (!handle || this->find(handle->get_goal_id()) != handle) {
        throw exceptions::UnknownGoalHandleError();
      }
    }

    void ask_for_result(const typename GoalHandle::SharedPtr& handle) {
      if (handle->set_result_awareness(true)) return;
      auto request = std::make_shared<typename GetResult::Request>();
      request->goal_id.uuid = handle->get_goal_id();
      try {
        get_result_->async_send_request(
            request,
            [weak = weak(), handle](typename baton::Client<GetResult>::SharedFuture future) {
              const typename GetResult::Response::SharedPtr response = future.get();
              // Where it lies.
              const typename ActionT::Result::SharedPtr result(response, &response->result);
              if (const auto core = weak.lock()) core->remove(handle->get_goal_id());
              handle->set_result(
                  {handle->get_goal_id(), static_cast<ResultCode>(response->status), result});
            });
      } catch (const std::exception& error) {
        handle->invalidate(exceptions::UnawareGoalHandleError(error.what()));
      }
    }

   private:
    std::weak_ptr<Core> weak() { return std::static_pointer_cast<Core>(this->shared_from_this()); }
    void open() {
      const ClientSetup& setup = this->setup();
      ClientCore::open();
      feedback_ = baton::create_subscription<FeedbackMessage>(
          setup.node, setup.part("feedback"), qos_of(setup.options.feedback_topic_qos),
          [weak = weak()](std::shared_ptr<const FeedbackMessage> message) {
            if (const auto core = weak.lock()) core->on_feedback(std::move(message));
          },
          setup.subscription_options());
      get_result_ =
          baton::create_client<GetResult>(setup.node, setup.part("get_result"),
                                          qos_of(setup.options.result_service_qos), setup.group);
      send_goal_ = baton::create_client<SendGoal>(
          setup.node, setup.part("send_goal"), qos_of(setup.options.goal_service_qos), setup.group);
    }

    void on_goal_response(const unique_identifier_msgs::msg::UUID& goal_id,
                          const typename SendGoal::Response& response, HandlePromise& promise,
                          const SendGoalOptions& options) {
      typename GoalHandle::SharedPtr handle;
      if (response.accepted) {
        GoalInfo info;
        info.goal_id = goal_id;
        info.stamp = response.stamp;
        handle.reset(new GoalHandle(info, options.feedback_callback, options.result_callback));
        this->add(handle);
      }
      promise.set_value(handle);
      if (options.goal_response_callback) options.goal_response_callback(handle);
      if (handle && options.result_callback) ask_for_result(handle);
    }

    void on_feedback(std::shared_ptr<const FeedbackMessage> message) {
      const auto handle = std::static_pointer_cast<GoalHandle>(this->find(message->goal_id.uuid));
      if (!handle) return;
      const Feedback* const feedback = &message->feedback;
      handle->call_feedback_callback(handle,
                                     std::shared_ptr<const Feedback>(std::move(message), feedback));
    }

    bool typed_parts_are_ready() const override {
      return unready_part() == nullptr && feedback_->get_publisher_count() > 0;
    }
    baton::ClientBase* unready_part() const override {
      if (!send_goal_->service_is_ready()) return send_goal_.get();
      return get_result_->service_is_ready() ? nullptr : get_result_.get();
    }
    void configure_typed(const Clock::SharedPtr& clock, const QoS& qos,
                         rcl_service_introspection_state_t state) override {
      send_goal_->configure_introspection(clock, qos, state);
      get_result_->configure_introspection(clock, qos, state);
    }

    void listen_typed(const ReadyCallback& callback) override {
      listen_to(*send_goal_, callback, EntityType::GoalClient);
      listen_to(*get_result_, callback, EntityType::ResultClient);
      listen_to(*feedback_, callback, EntityType::FeedbackSubscription);
    }

    std::shared_ptr<Subscription<FeedbackMessage>> feedback_;
    std::shared_ptr<baton::Client<GetResult>> get_result_;
    std::shared_ptr<baton::Client<SendGoal>> send_goal_;
  };

  explicit Client(std::shared_ptr<Core> core) : ClientBase(core), core_(std::move(core)) {}

  const std::shared_ptr<Core> core_;
};

}  // namespace baton::action
