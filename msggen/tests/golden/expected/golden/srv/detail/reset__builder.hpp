// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#include <utility>
#include <golden/srv/detail/reset__struct.hpp>

namespace golden::srv::builder {

class Init_Reset_Request_a {
 public:
  Init_Reset_Request_a() : _message(::baton::msg::MessageInitialization::skip) {}
  Reset_Request a(Reset_Request::_a_type _value) {
    _message.a = std::move(_value);
    return std::move(_message);
  }

 private:
  Reset_Request _message;
};

}  // namespace golden::srv::builder

namespace golden::srv::builder {

class Init_Reset_Event_response {
 public:
  explicit Init_Reset_Event_response(Reset_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reset_Event::_response_type>
  Reset_Event response(Argument_&& _value) {
    _message.response = std::forward<Argument_>(_value);
    return std::move(_message);
  }

 private:
  Reset_Event _message;
};

class Init_Reset_Event_request {
 public:
  explicit Init_Reset_Event_request(Reset_Event&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reset_Event::_request_type>
  Init_Reset_Event_response request(Argument_&& _value) {
    _message.request = std::forward<Argument_>(_value);
    return Init_Reset_Event_response(std::move(_message));
  }

 private:
  Reset_Event _message;
};

class Init_Reset_Event_info {
 public:
  Init_Reset_Event_info() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Reset_Event_request info(Reset_Event::_info_type _value) {
    _message.info = std::move(_value);
    return Init_Reset_Event_request(std::move(_message));
  }

 private:
  Reset_Event _message;
};

}  // namespace golden::srv::builder

namespace golden {

template <class Message>
auto build();

template <>
inline auto build<::golden::srv::Reset_Request>() {
  return ::golden::srv::builder::Init_Reset_Request_a();
}

template <>
inline auto build<::golden::srv::Reset_Response>() {
  return ::golden::srv::Reset_Response(::baton::msg::MessageInitialization::zero);
}

template <>
inline auto build<::golden::srv::Reset_Event>() {
  return ::golden::srv::builder::Init_Reset_Event_info();
}

}  // namespace golden
