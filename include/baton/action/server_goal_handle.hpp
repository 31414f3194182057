// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include <baton/action/goal_state.hpp>
#include <baton/action/server_core.hpp>
#include <baton/action/types.hpp>
#include <baton/publisher.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

template <class ActionT>
class Server;

/// What goal handles of all types have in common. Thread safety: all members.
class BATON_PUBLIC ServerGoalHandleBase {
 public:
  virtual ~ServerGoalHandleBase() = default;
  ServerGoalHandleBase(const ServerGoalHandleBase&) = delete;
  ServerGoalHandleBase& operator=(const ServerGoalHandleBase&) = delete;

  /// A client wants the goal ended, and the server has agreed.
  bool is_canceling() const { return goal_->status() == GoalStatus::STATUS_CANCELING; }
  /// It has not ended.
  bool is_active() const { return !is_terminal(goal_->status()); }
  bool is_executing() const { return goal_->status() == GoalStatus::STATUS_EXECUTING; }

 protected:
  ServerGoalHandleBase(std::shared_ptr<GoalState> goal, std::weak_ptr<ServerCore> server)
      : goal_(std::move(goal)), server_(std::move(server)) {}

  const GoalState& goal() const { return *goal_; }
  /// See ServerGoalHandle::execute().
  void begin_execution();
  /// Steps, then hands the result over to the server, if that is still there.
  void end(GoalEvent event, std::shared_ptr<const void> response);
  /// For destructors.
  bool give_up() noexcept { return goal_->give_up(); }
  void hand_over(const std::shared_ptr<const void>& response) noexcept;

 private:
  const std::shared_ptr<GoalState> goal_;
  const std::weak_ptr<ServerCore> server_;
};

/// A goal at its server, from its acceptance to its result. It may be kept anywhere and may outlive
/// its server, which then hears nothing of it. One that is destroyed before its end is CANCELED.
/// Thread safety: all members.
template <class ActionT>
class ServerGoalHandle : public ServerGoalHandleBase {
 public:
  using SharedPtr = std::shared_ptr<ServerGoalHandle>;
  using ConstSharedPtr = std::shared_ptr<const ServerGoalHandle>;
  using WeakPtr = std::weak_ptr<ServerGoalHandle>;
  using UniquePtr = std::unique_ptr<ServerGoalHandle>;

  ~ServerGoalHandle() override {
    if (this->give_up()) {
      this->hand_over(to_response(GoalStatus::STATUS_CANCELED, typename ActionT::Result()));
    }
  }

  std::shared_ptr<const typename ActionT::Goal> get_goal() const { return request_; }
  const GoalUUID& get_goal_id() const { return goal().id(); }

  /// Copies the feedback, to all clients of the action; those of other goals skip it. Throws
  /// baton::exceptions::Error when there is no memory for it.
  void publish_feedback(std::shared_ptr<typename ActionT::Feedback> feedback_msg) {
    if (!feedback_msg) throw std::invalid_argument("publish_feedback: a null pointer");
    const auto publisher = feedback_.lock();
    if (!publisher) return;
    auto message = std::make_unique<FeedbackMessage>();
    message->goal_id.uuid = get_goal_id();
    message->feedback = *feedback_msg;
    publisher->publish(std::move(message));
  }

  // The end of the goal, with its result, which is copied. A null pointer is std::invalid_argument;
  // what is not possible in the goal's state, baton::exceptions::RCLError.

  void abort(typename ActionT::Result::SharedPtr result_msg) {
    finish(GoalEvent::abort, GoalStatus::STATUS_ABORTED, result_msg);
  }
  void succeed(typename ActionT::Result::SharedPtr result_msg) {
    finish(GoalEvent::succeed, GoalStatus::STATUS_SUCCEEDED, result_msg);
  }
  /// Only while is_canceling().
  void canceled(typename ActionT::Result::SharedPtr result_msg) {
    finish(GoalEvent::canceled, GoalStatus::STATUS_CANCELED, result_msg);
  }
  /// Of a goal that was accepted to begin later: it begins now.
  void execute() { begin_execution(); }

 private:
  friend class Server<ActionT>;
  using FeedbackMessage = typename ActionT::Impl::FeedbackMessage;
  using Response = typename ActionT::Impl::GetResultService::Response;

  ServerGoalHandle(std::shared_ptr<GoalState> goal,
                   std::shared_ptr<const typename ActionT::Goal> request,
                   std::weak_ptr<ServerCore> server,
                   std::weak_ptr<Publisher<FeedbackMessage>> feedback)
      : ServerGoalHandleBase(std::move(goal), std::move(server)),
        request_(std::move(request)),
        feedback_(std::move(feedback)) {}

  static std::shared_ptr<const Response> to_response(std::int8_t status,
                                                     const typename ActionT::Result& result) {
    auto response = std::make_shared<Response>();
    response->status = status;
    response->result = result;
    return response;
  }
  void finish(GoalEvent event, std::int8_t status,
              const typename ActionT::Result::SharedPtr& result) {
    if (!result) throw std::invalid_argument("the result of a goal is a null pointer");
    this->end(event, to_response(status, *result));
  }

  const std::shared_ptr<const typename ActionT::Goal> request_;
  const std::weak_ptr<Publisher<FeedbackMessage>> feedback_;
};

}  // namespace baton::action
