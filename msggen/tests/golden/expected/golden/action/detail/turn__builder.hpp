// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#include <utility>
#include <golden/action/detail/turn__struct.hpp>

namespace golden::action::builder {

class Init_Turn_Goal_angle {
 public:
  Init_Turn_Goal_angle() : _message(::baton::msg::MessageInitialization::skip) {}
  Turn_Goal angle(Turn_Goal::_angle_type _value) {
    _message.angle = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_Goal _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_Result_reached {
 public:
  Init_Turn_Result_reached() : _message(::baton::msg::MessageInitialization::skip) {}
  Turn_Result reached(Turn_Result::_reached_type _value) {
    _message.reached = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_Result _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_Feedback_left {
 public:
  Init_Turn_Feedback_left() : _message(::baton::msg::MessageInitialization::skip) {}
  Turn_Feedback left(Turn_Feedback::_left_type _value) {
    _message.left = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_Feedback _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_SendGoal_Request_goal {
 public:
  explicit Init_Turn_SendGoal_Request_goal(Turn_SendGoal_Request&& _from) : _message(std::move(_from)) {}
  Turn_SendGoal_Request goal(Turn_SendGoal_Request::_goal_type _value) {
    _message.goal = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_SendGoal_Request _message;
};

class Init_Turn_SendGoal_Request_goal_id {
 public:
  Init_Turn_SendGoal_Request_goal_id() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_SendGoal_Request_goal goal_id(Turn_SendGoal_Request::_goal_id_type _value) {
    _message.goal_id = std::move(_value);
    return Init_Turn_SendGoal_Request_goal(std::move(_message));
  }

 private:
  Turn_SendGoal_Request _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_SendGoal_Response_stamp {
 public:
  explicit Init_Turn_SendGoal_Response_stamp(Turn_SendGoal_Response&& _from) : _message(std::move(_from)) {}
  Turn_SendGoal_Response stamp(Turn_SendGoal_Response::_stamp_type _value) {
    _message.stamp = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_SendGoal_Response _message;
};

class Init_Turn_SendGoal_Response_accepted {
 public:
  Init_Turn_SendGoal_Response_accepted() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_SendGoal_Response_stamp accepted(Turn_SendGoal_Response::_accepted_type _value) {
    _message.accepted = std::move(_value);
    return Init_Turn_SendGoal_Response_stamp(std::move(_message));
  }

 private:
  Turn_SendGoal_Response _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_SendGoal_Event_response {
 public:
  explicit Init_Turn_SendGoal_Event_response(Turn_SendGoal_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Turn_SendGoal_Event::_response_type>
  Turn_SendGoal_Event response(Argument_&& _value) {
    _message.response = std::forward<Argument_>(_value);
    return std::move(_message);
  }

 private:
  Turn_SendGoal_Event _message;
};

class Init_Turn_SendGoal_Event_request {
 public:
  explicit Init_Turn_SendGoal_Event_request(Turn_SendGoal_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Turn_SendGoal_Event::_request_type>
  Init_Turn_SendGoal_Event_response request(Argument_&& _value) {
    _message.request = std::forward<Argument_>(_value);
    return Init_Turn_SendGoal_Event_response(std::move(_message));
  }

 private:
  Turn_SendGoal_Event _message;
};

class Init_Turn_SendGoal_Event_info {
 public:
  Init_Turn_SendGoal_Event_info() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_SendGoal_Event_request info(Turn_SendGoal_Event::_info_type _value) {
    _message.info = std::move(_value);
    return Init_Turn_SendGoal_Event_request(std::move(_message));
  }

 private:
  Turn_SendGoal_Event _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_GetResult_Request_goal_id {
 public:
  Init_Turn_GetResult_Request_goal_id() : _message(::baton::msg::MessageInitialization::skip) {}
  Turn_GetResult_Request goal_id(Turn_GetResult_Request::_goal_id_type _value) {
    _message.goal_id = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_GetResult_Request _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_GetResult_Response_result {
 public:
  explicit Init_Turn_GetResult_Response_result(Turn_GetResult_Response&& _from) : _message(std::move(_from)) {}
  Turn_GetResult_Response result(Turn_GetResult_Response::_result_type _value) {
    _message.result = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_GetResult_Response _message;
};

class Init_Turn_GetResult_Response_status {
 public:
  Init_Turn_GetResult_Response_status() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_GetResult_Response_result status(Turn_GetResult_Response::_status_type _value) {
    _message.status = std::move(_value);
    return Init_Turn_GetResult_Response_result(std::move(_message));
  }

 private:
  Turn_GetResult_Response _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_GetResult_Event_response {
 public:
  explicit Init_Turn_GetResult_Event_response(Turn_GetResult_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Turn_GetResult_Event::_response_type>
  Turn_GetResult_Event response(Argument_&& _value) {
    _message.response = std::forward<Argument_>(_value);
    return std::move(_message);
  }

 private:
  Turn_GetResult_Event _message;
};

class Init_Turn_GetResult_Event_request {
 public:
  explicit Init_Turn_GetResult_Event_request(Turn_GetResult_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Turn_GetResult_Event::_request_type>
  Init_Turn_GetResult_Event_response request(Argument_&& _value) {
    _message.request = std::forward<Argument_>(_value);
    return Init_Turn_GetResult_Event_response(std::move(_message));
  }

 private:
  Turn_GetResult_Event _message;
};

class Init_Turn_GetResult_Event_info {
 public:
  Init_Turn_GetResult_Event_info() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_GetResult_Event_request info(Turn_GetResult_Event::_info_type _value) {
    _message.info = std::move(_value);
    return Init_Turn_GetResult_Event_request(std::move(_message));
  }

 private:
  Turn_GetResult_Event _message;
};

}  // namespace golden::action::builder

namespace golden::action::builder {

class Init_Turn_FeedbackMessage_feedback {
 public:
  explicit Init_Turn_FeedbackMessage_feedback(Turn_FeedbackMessage&& _from) : _message(std::move(_from)) {}
  Turn_FeedbackMessage feedback(Turn_FeedbackMessage::_feedback_type _value) {
    _message.feedback = std::move(_value);
    return std::move(_message);
  }

 private:
  Turn_FeedbackMessage _message;
};

class Init_Turn_FeedbackMessage_goal_id {
 public:
  Init_Turn_FeedbackMessage_goal_id() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Turn_FeedbackMessage_feedback goal_id(Turn_FeedbackMessage::_goal_id_type _value) {
    _message.goal_id = std::move(_value);
    return Init_Turn_FeedbackMessage_feedback(std::move(_message));
  }

 private:
  Turn_FeedbackMessage _message;
};

}  // namespace golden::action::builder

namespace golden {

template <class Message>
auto build();

template <>
inline auto build<::golden::action::Turn_Goal>() {
  return ::golden::action::builder::Init_Turn_Goal_angle();
}

template <>
inline auto build<::golden::action::Turn_Result>() {
  return ::golden::action::builder::Init_Turn_Result_reached();
}

template <>
inline auto build<::golden::action::Turn_Feedback>() {
  return ::golden::action::builder::Init_Turn_Feedback_left();
}

template <>
inline auto build<::golden::action::Turn_SendGoal_Request>() {
  return ::golden::action::builder::Init_Turn_SendGoal_Request_goal_id();
}

template <>
inline auto build<::golden::action::Turn_SendGoal_Response>() {
  return ::golden::action::builder::Init_Turn_SendGoal_Response_accepted();
}

template <>
inline auto build<::golden::action::Turn_SendGoal_Event>() {
  return ::golden::action::builder::Init_Turn_SendGoal_Event_info();
}

template <>
inline auto build<::golden::action::Turn_GetResult_Request>() {
  return ::golden::action::builder::Init_Turn_GetResult_Request_goal_id();
}

template <>
inline auto build<::golden::action::Turn_GetResult_Response>() {
  return ::golden::action::builder::Init_Turn_GetResult_Response_status();
}

template <>
inline auto build<::golden::action::Turn_GetResult_Event>() {
  return ::golden::action::builder::Init_Turn_GetResult_Event_info();
}

template <>
inline auto build<::golden::action::Turn_FeedbackMessage>() {
  return ::golden::action::builder::Init_Turn_FeedbackMessage_goal_id();
}

}  // namespace golden
