// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <baton/action/exceptions.hpp>
#include <baton/action/types.hpp>
#include <baton/time.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

template <class ActionT>
class Client;

/// How a goal ended.
enum class ResultCode : std::int8_t {
  UNKNOWN = GoalStatus::STATUS_UNKNOWN,  ///< the server has no such goal, or not any more
  SUCCEEDED = GoalStatus::STATUS_SUCCEEDED,
  CANCELED = GoalStatus::STATUS_CANCELED,
  ABORTED = GoalStatus::STATUS_ABORTED,
};

/// What goal handles of all types have in common. Thread safety: all members.
class BATON_PUBLIC ClientGoalHandleBase {
 public:
  virtual ~ClientGoalHandleBase();
  ClientGoalHandleBase(const ClientGoalHandleBase&) = delete;
  ClientGoalHandleBase& operator=(const ClientGoalHandleBase&) = delete;

  const GoalUUID& get_goal_id() const { return info_.goal_id.uuid; }
  /// When the server accepted it.
  Time get_goal_stamp() const { return Time(info_.stamp); }
  /// The last that was heard; a figure of GoalStatus.
  std::int8_t get_status();
  /// The result was asked for, and may come.
  bool is_result_aware();

 protected:
  friend class ClientCore;

  explicit ClientGoalHandleBase(const GoalInfo& info);
  void set_status(std::int8_t status);
  /// Whether it was so before.
  bool set_result_awareness(bool awareness);
  /// No result will come: the future says so, unless it has one.
  void invalidate(const exceptions::UnawareGoalHandleError& error);
  void throw_unless_aware();
  /// False if the result came already, or cannot come; else the result comes now.
  bool begin_result(std::int8_t status);

  mutable std::mutex mutex_;

 private:
  virtual void break_promise(const exceptions::UnawareGoalHandleError& error) = 0;

  const GoalInfo info_;
  // With the mutex:
  std::int8_t status_ = GoalStatus::STATUS_ACCEPTED;
  bool is_aware_ = false;
  bool is_settled_ = false;
  std::optional<exceptions::UnawareGoalHandleError> invalid_;
};

/// A goal that a server has accepted, at its client: what async_send_goal() leads to. As long as it
/// is kept its callbacks are called; if it is dropped, the goal goes on unheard. It may outlive its
/// client. Thread safety: all members.
template <class ActionT>
class ClientGoalHandle : public ClientGoalHandleBase {
 public:
  using SharedPtr = std::shared_ptr<ClientGoalHandle>;
  using ConstSharedPtr = std::shared_ptr<const ClientGoalHandle>;
  using WeakPtr = std::weak_ptr<ClientGoalHandle>;
  using UniquePtr = std::unique_ptr<ClientGoalHandle>;
  using Result = typename ActionT::Result;
  using Feedback = typename ActionT::Feedback;
  struct WrappedResult {
    GoalUUID goal_id;
    ResultCode code;
    typename Result::SharedPtr result;
  };
  using FeedbackCallback = std::function<void(SharedPtr, const std::shared_ptr<const Feedback>)>;
  using ResultCallback = std::function<void(const WrappedResult&)>;

  /// It has a callback for feedback.
  bool is_feedback_aware() {
    const std::lock_guard lock(mutex_);
    return feedback_callback_ != nullptr;
  }

 private:
  friend class Client<ActionT>;
  template <class F>
  using Shared = std::shared_ptr<const F>;

  ClientGoalHandle(const GoalInfo& info, FeedbackCallback feedback_callback,
                   ResultCallback result_callback)
      : ClientGoalHandleBase(info),
        feedback_callback_(share(std::move(feedback_callback))),
        result_callback_(share(std::move(result_callback))),
        future_(promise_.get_future().share()) {}

  /// A callback is called, and ends, without the lock.
  template <class F>
  static Shared<F> share(F callback) {
    return callback ? std::make_shared<const F>(std::move(callback)) : nullptr;
  }

  std::shared_future<WrappedResult> async_get_result() {
    throw_unless_aware();
    return future_;
  }
  void set_result_callback(ResultCallback callback) {
    auto shared = share(std::move(callback));
    const std::lock_guard lock(mutex_);
    result_callback_.swap(shared);
  }
  void stop_callbacks() {
    Shared<FeedbackCallback> feedback;
    Shared<ResultCallback> result;
    const std::lock_guard lock(mutex_);
    feedback_callback_.swap(feedback);
    result_callback_.swap(result);
  }
  void call_feedback_callback(SharedPtr self, std::shared_ptr<const Feedback> feedback) {
    Shared<FeedbackCallback> callback;
    {
      const std::lock_guard lock(mutex_);
      callback = feedback_callback_;
    }
    if (callback) (*callback)(std::move(self), std::move(feedback));
  }
  void set_result(const WrappedResult& result) {
    if (!begin_result(static_cast<std::int8_t>(result.code))) return;
    promise_.set_value(result);
    Shared<ResultCallback> callback;
    {
      const std::lock_guard lock(mutex_);
      callback = result_callback_;
    }
    if (callback) (*callback)(result);
  }
  void break_promise(const exceptions::UnawareGoalHandleError& error) override {
    promise_.set_exception(std::make_exception_ptr(error));
  }

  // With the mutex:
  Shared<FeedbackCallback> feedback_callback_;
  Shared<ResultCallback> result_callback_;

  std::promise<WrappedResult> promise_;  // kept once, as begin_result() and invalidate() see to
  const std::shared_future<WrappedResult> future_;
};

}  // namespace baton::action
