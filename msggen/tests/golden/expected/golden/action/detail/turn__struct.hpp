// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#include <action_msgs/msg/detail/goal_status_array__struct.hpp>
#include <action_msgs/srv/detail/cancel_goal__struct.hpp>
#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/message.hpp>
#include <baton/msg/rosidl_runtime_cpp.hpp>
#include <builtin_interfaces/msg/detail/time__struct.hpp>
#include <service_msgs/msg/detail/service_event_info__struct.hpp>
#include <unique_identifier_msgs/msg/detail/uuid__struct.hpp>

namespace golden::action {

struct Turn_Goal {
  using Type = Turn_Goal;
  using RawPtr = Turn_Goal*;
  using ConstRawPtr = const Turn_Goal*;
  using SharedPtr = std::shared_ptr<Turn_Goal>;
  using ConstSharedPtr = std::shared_ptr<const Turn_Goal>;
  template <class Deleter = std::default_delete<Turn_Goal>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_Goal, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_Goal>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_Goal, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_Goal>;
  using ConstWeakPtr = std::weak_ptr<const Turn_Goal>;

  explicit Turn_Goal(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::zero) {
      angle = 0.0f;
    }
    if (_init == _how::all || _init == _how::defaults_only) {
      angle = 1.5f;
    }
  }

  using _angle_type = float;
  _angle_type angle;

  Turn_Goal& set__angle(const _angle_type& _value) {
    angle = _value;
    return *this;
  }

  bool operator==(const Turn_Goal& _other) const {
    return angle == _other.angle;
  }
  bool operator!=(const Turn_Goal& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_Goal_ = Turn_Goal;

struct Turn_Result {
  using Type = Turn_Result;
  using RawPtr = Turn_Result*;
  using ConstRawPtr = const Turn_Result*;
  using SharedPtr = std::shared_ptr<Turn_Result>;
  using ConstSharedPtr = std::shared_ptr<const Turn_Result>;
  template <class Deleter = std::default_delete<Turn_Result>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_Result, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_Result>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_Result, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_Result>;
  using ConstWeakPtr = std::weak_ptr<const Turn_Result>;

  explicit Turn_Result(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      reached = false;
    }
  }

  using _reached_type = bool;
  _reached_type reached;

  Turn_Result& set__reached(const _reached_type& _value) {
    reached = _value;
    return *this;
  }

  bool operator==(const Turn_Result& _other) const {
    return reached == _other.reached;
  }
  bool operator!=(const Turn_Result& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_Result_ = Turn_Result;

struct Turn_Feedback {
  using Type = Turn_Feedback;
  using RawPtr = Turn_Feedback*;
  using ConstRawPtr = const Turn_Feedback*;
  using SharedPtr = std::shared_ptr<Turn_Feedback>;
  using ConstSharedPtr = std::shared_ptr<const Turn_Feedback>;
  template <class Deleter = std::default_delete<Turn_Feedback>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_Feedback, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_Feedback>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_Feedback, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_Feedback>;
  using ConstWeakPtr = std::weak_ptr<const Turn_Feedback>;

  explicit Turn_Feedback(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      left = 0.0f;
    }
  }

  using _left_type = float;
  _left_type left;

  Turn_Feedback& set__left(const _left_type& _value) {
    left = _value;
    return *this;
  }

  bool operator==(const Turn_Feedback& _other) const {
    return left == _other.left;
  }
  bool operator!=(const Turn_Feedback& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_Feedback_ = Turn_Feedback;

struct Turn_SendGoal_Request {
  using Type = Turn_SendGoal_Request;
  using RawPtr = Turn_SendGoal_Request*;
  using ConstRawPtr = const Turn_SendGoal_Request*;
  using SharedPtr = std::shared_ptr<Turn_SendGoal_Request>;
  using ConstSharedPtr = std::shared_ptr<const Turn_SendGoal_Request>;
  template <class Deleter = std::default_delete<Turn_SendGoal_Request>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_SendGoal_Request, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_SendGoal_Request>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_SendGoal_Request, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_SendGoal_Request>;
  using ConstWeakPtr = std::weak_ptr<const Turn_SendGoal_Request>;

  explicit Turn_SendGoal_Request(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : goal_id(_init), goal(_init) {
  }

  using _goal_id_type = ::unique_identifier_msgs::msg::UUID;
  _goal_id_type goal_id;

  using _goal_type = ::golden::action::Turn_Goal;
  _goal_type goal;

  Turn_SendGoal_Request& set__goal_id(const _goal_id_type& _value) {
    goal_id = _value;
    return *this;
  }
  Turn_SendGoal_Request& set__goal(const _goal_type& _value) {
    goal = _value;
    return *this;
  }

  bool operator==(const Turn_SendGoal_Request& _other) const {
    return goal_id == _other.goal_id &&
           goal == _other.goal;
  }
  bool operator!=(const Turn_SendGoal_Request& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_SendGoal_Request_ = Turn_SendGoal_Request;

struct Turn_SendGoal_Response {
  using Type = Turn_SendGoal_Response;
  using RawPtr = Turn_SendGoal_Response*;
  using ConstRawPtr = const Turn_SendGoal_Response*;
  using SharedPtr = std::shared_ptr<Turn_SendGoal_Response>;
  using ConstSharedPtr = std::shared_ptr<const Turn_SendGoal_Response>;
  template <class Deleter = std::default_delete<Turn_SendGoal_Response>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_SendGoal_Response, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_SendGoal_Response>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_SendGoal_Response, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_SendGoal_Response>;
  using ConstWeakPtr = std::weak_ptr<const Turn_SendGoal_Response>;

  explicit Turn_SendGoal_Response(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : stamp(_init) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      accepted = false;
    }
  }

  using _accepted_type = bool;
  _accepted_type accepted;

  using _stamp_type = ::builtin_interfaces::msg::Time;
  _stamp_type stamp;

  Turn_SendGoal_Response& set__accepted(const _accepted_type& _value) {
    accepted = _value;
    return *this;
  }
  Turn_SendGoal_Response& set__stamp(const _stamp_type& _value) {
    stamp = _value;
    return *this;
  }

  bool operator==(const Turn_SendGoal_Response& _other) const {
    return accepted == _other.accepted &&
           stamp == _other.stamp;
  }
  bool operator!=(const Turn_SendGoal_Response& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_SendGoal_Response_ = Turn_SendGoal_Response;

struct Turn_SendGoal_Event {
  using Type = Turn_SendGoal_Event;
  using RawPtr = Turn_SendGoal_Event*;
  using ConstRawPtr = const Turn_SendGoal_Event*;
  using SharedPtr = std::shared_ptr<Turn_SendGoal_Event>;
  using ConstSharedPtr = std::shared_ptr<const Turn_SendGoal_Event>;
  template <class Deleter = std::default_delete<Turn_SendGoal_Event>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_SendGoal_Event, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_SendGoal_Event>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_SendGoal_Event, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_SendGoal_Event>;
  using ConstWeakPtr = std::weak_ptr<const Turn_SendGoal_Event>;

  explicit Turn_SendGoal_Event(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : info(_init) {
  }

  using _info_type = ::service_msgs::msg::ServiceEventInfo;
  _info_type info;

  using _request_type = ::baton::msg::BoundedVector<::golden::action::Turn_SendGoal_Request, 1>;
  _request_type request;

  using _response_type = ::baton::msg::BoundedVector<::golden::action::Turn_SendGoal_Response, 1>;
  _response_type response;

  Turn_SendGoal_Event& set__info(const _info_type& _value) {
    info = _value;
    return *this;
  }
  template <class Argument_ = _request_type>
  Turn_SendGoal_Event& set__request(const Argument_& _value) {
    request = _value;
    return *this;
  }
  template <class Argument_ = _response_type>
  Turn_SendGoal_Event& set__response(const Argument_& _value) {
    response = _value;
    return *this;
  }

  bool operator==(const Turn_SendGoal_Event& _other) const {
    return info == _other.info &&
           request == _other.request &&
           response == _other.response;
  }
  bool operator!=(const Turn_SendGoal_Event& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_SendGoal_Event_ = Turn_SendGoal_Event;

struct Turn_GetResult_Request {
  using Type = Turn_GetResult_Request;
  using RawPtr = Turn_GetResult_Request*;
  using ConstRawPtr = const Turn_GetResult_Request*;
  using SharedPtr = std::shared_ptr<Turn_GetResult_Request>;
  using ConstSharedPtr = std::shared_ptr<const Turn_GetResult_Request>;
  template <class Deleter = std::default_delete<Turn_GetResult_Request>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_GetResult_Request, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_GetResult_Request>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_GetResult_Request, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_GetResult_Request>;
  using ConstWeakPtr = std::weak_ptr<const Turn_GetResult_Request>;

  explicit Turn_GetResult_Request(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : goal_id(_init) {
  }

  using _goal_id_type = ::unique_identifier_msgs::msg::UUID;
  _goal_id_type goal_id;

  Turn_GetResult_Request& set__goal_id(const _goal_id_type& _value) {
    goal_id = _value;
    return *this;
  }

  bool operator==(const Turn_GetResult_Request& _other) const {
    return goal_id == _other.goal_id;
  }
  bool operator!=(const Turn_GetResult_Request& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_GetResult_Request_ = Turn_GetResult_Request;

struct Turn_GetResult_Response {
  using Type = Turn_GetResult_Response;
  using RawPtr = Turn_GetResult_Response*;
  using ConstRawPtr = const Turn_GetResult_Response*;
  using SharedPtr = std::shared_ptr<Turn_GetResult_Response>;
  using ConstSharedPtr = std::shared_ptr<const Turn_GetResult_Response>;
  template <class Deleter = std::default_delete<Turn_GetResult_Response>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_GetResult_Response, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_GetResult_Response>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_GetResult_Response, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_GetResult_Response>;
  using ConstWeakPtr = std::weak_ptr<const Turn_GetResult_Response>;

  explicit Turn_GetResult_Response(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : result(_init) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      status = 0;
    }
  }

  using _status_type = std::int8_t;
  _status_type status;

  using _result_type = ::golden::action::Turn_Result;
  _result_type result;

  Turn_GetResult_Response& set__status(const _status_type& _value) {
    status = _value;
    return *this;
  }
  Turn_GetResult_Response& set__result(const _result_type& _value) {
    result = _value;
    return *this;
  }

  bool operator==(const Turn_GetResult_Response& _other) const {
    return status == _other.status &&
           result == _other.result;
  }
  bool operator!=(const Turn_GetResult_Response& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_GetResult_Response_ = Turn_GetResult_Response;

struct Turn_GetResult_Event {
  using Type = Turn_GetResult_Event;
  using RawPtr = Turn_GetResult_Event*;
  using ConstRawPtr = const Turn_GetResult_Event*;
  using SharedPtr = std::shared_ptr<Turn_GetResult_Event>;
  using ConstSharedPtr = std::shared_ptr<const Turn_GetResult_Event>;
  template <class Deleter = std::default_delete<Turn_GetResult_Event>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_GetResult_Event, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_GetResult_Event>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_GetResult_Event, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_GetResult_Event>;
  using ConstWeakPtr = std::weak_ptr<const Turn_GetResult_Event>;

  explicit Turn_GetResult_Event(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : info(_init) {
  }

  using _info_type = ::service_msgs::msg::ServiceEventInfo;
  _info_type info;

  using _request_type = ::baton::msg::BoundedVector<::golden::action::Turn_GetResult_Request, 1>;
  _request_type request;

  using _response_type = ::baton::msg::BoundedVector<::golden::action::Turn_GetResult_Response, 1>;
  _response_type response;

  Turn_GetResult_Event& set__info(const _info_type& _value) {
    info = _value;
    return *this;
  }
  template <class Argument_ = _request_type>
  Turn_GetResult_Event& set__request(const Argument_& _value) {
    request = _value;
    return *this;
  }
  template <class Argument_ = _response_type>
  Turn_GetResult_Event& set__response(const Argument_& _value) {
    response = _value;
    return *this;
  }

  bool operator==(const Turn_GetResult_Event& _other) const {
    return info == _other.info &&
           request == _other.request &&
           response == _other.response;
  }
  bool operator!=(const Turn_GetResult_Event& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_GetResult_Event_ = Turn_GetResult_Event;

struct Turn_FeedbackMessage {
  using Type = Turn_FeedbackMessage;
  using RawPtr = Turn_FeedbackMessage*;
  using ConstRawPtr = const Turn_FeedbackMessage*;
  using SharedPtr = std::shared_ptr<Turn_FeedbackMessage>;
  using ConstSharedPtr = std::shared_ptr<const Turn_FeedbackMessage>;
  template <class Deleter = std::default_delete<Turn_FeedbackMessage>>
  using UniquePtrWithDeleter = std::unique_ptr<Turn_FeedbackMessage, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Turn_FeedbackMessage>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Turn_FeedbackMessage, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Turn_FeedbackMessage>;
  using ConstWeakPtr = std::weak_ptr<const Turn_FeedbackMessage>;

  explicit Turn_FeedbackMessage(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : goal_id(_init), feedback(_init) {
  }

  using _goal_id_type = ::unique_identifier_msgs::msg::UUID;
  _goal_id_type goal_id;

  using _feedback_type = ::golden::action::Turn_Feedback;
  _feedback_type feedback;

  Turn_FeedbackMessage& set__goal_id(const _goal_id_type& _value) {
    goal_id = _value;
    return *this;
  }
  Turn_FeedbackMessage& set__feedback(const _feedback_type& _value) {
    feedback = _value;
    return *this;
  }

  bool operator==(const Turn_FeedbackMessage& _other) const {
    return goal_id == _other.goal_id &&
           feedback == _other.feedback;
  }
  bool operator!=(const Turn_FeedbackMessage& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Turn_FeedbackMessage_ = Turn_FeedbackMessage;

struct Turn_SendGoal {
  using Request = ::golden::action::Turn_SendGoal_Request;
  using Response = ::golden::action::Turn_SendGoal_Response;
  using Event = ::golden::action::Turn_SendGoal_Event;
};

struct Turn_GetResult {
  using Request = ::golden::action::Turn_GetResult_Request;
  using Response = ::golden::action::Turn_GetResult_Response;
  using Event = ::golden::action::Turn_GetResult_Event;
};

struct Turn {
  using Goal = ::golden::action::Turn_Goal;
  using Result = ::golden::action::Turn_Result;
  using Feedback = ::golden::action::Turn_Feedback;

  struct Impl {
    using SendGoalService = ::golden::action::Turn_SendGoal;
    using GetResultService = ::golden::action::Turn_GetResult;
    using FeedbackMessage = ::golden::action::Turn_FeedbackMessage;
    using CancelGoalService = ::action_msgs::srv::CancelGoal;
    using GoalStatusMessage = ::action_msgs::msg::GoalStatusArray;
  };
};

}  // namespace golden::action

#include <golden/action/detail/turn__traits.hpp>
