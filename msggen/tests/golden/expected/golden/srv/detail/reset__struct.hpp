// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/message.hpp>
#include <baton/msg/rosidl_runtime_cpp.hpp>
#include <service_msgs/msg/detail/service_event_info__struct.hpp>

namespace golden::srv {

struct Reset_Request {
  using Type = Reset_Request;
  using RawPtr = Reset_Request*;
  using ConstRawPtr = const Reset_Request*;
  using SharedPtr = std::shared_ptr<Reset_Request>;
  using ConstSharedPtr = std::shared_ptr<const Reset_Request>;
  template <class Deleter = std::default_delete<Reset_Request>>
  using UniquePtrWithDeleter = std::unique_ptr<Reset_Request, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Reset_Request>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Reset_Request, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Reset_Request>;
  using ConstWeakPtr = std::weak_ptr<const Reset_Request>;

  explicit Reset_Request(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      a = 0;
    }
  }

  using _a_type = std::int32_t;
  _a_type a;

  Reset_Request& set__a(const _a_type& _value) {
    a = _value;
    return *this;
  }

  bool operator==(const Reset_Request& _other) const {
    return a == _other.a;
  }
  bool operator!=(const Reset_Request& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Reset_Request_ = Reset_Request;

struct Reset_Response {
  using Type = Reset_Response;
  using RawPtr = Reset_Response*;
  using ConstRawPtr = const Reset_Response*;
  using SharedPtr = std::shared_ptr<Reset_Response>;
  using ConstSharedPtr = std::shared_ptr<const Reset_Response>;
  template <class Deleter = std::default_delete<Reset_Response>>
  using UniquePtrWithDeleter = std::unique_ptr<Reset_Response, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Reset_Response>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Reset_Response, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Reset_Response>;
  using ConstWeakPtr = std::weak_ptr<const Reset_Response>;

  explicit Reset_Response(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      structure_needs_at_least_one_member = 0;
    }
  }

  using _structure_needs_at_least_one_member_type = std::uint8_t;
  _structure_needs_at_least_one_member_type structure_needs_at_least_one_member;

  Reset_Response& set__structure_needs_at_least_one_member(const _structure_needs_at_least_one_member_type& _value) {
    structure_needs_at_least_one_member = _value;
    return *this;
  }

  bool operator==(const Reset_Response& _other) const {
    return structure_needs_at_least_one_member == _other.structure_needs_at_least_one_member;
  }
  bool operator!=(const Reset_Response& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Reset_Response_ = Reset_Response;

struct Reset_Event {
  using Type = Reset_Event;
  using RawPtr = Reset_Event*;
  using ConstRawPtr = const Reset_Event*;
  using SharedPtr = std::shared_ptr<Reset_Event>;
  using ConstSharedPtr = std::shared_ptr<const Reset_Event>;
  template <class Deleter = std::default_delete<Reset_Event>>
  using UniquePtrWithDeleter = std::unique_ptr<Reset_Event, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Reset_Event>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Reset_Event, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Reset_Event>;
  using ConstWeakPtr = std::weak_ptr<const Reset_Event>;

  explicit Reset_Event(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : info(_init) {
  }

  using _info_type = ::service_msgs::msg::ServiceEventInfo;
  _info_type info;

  using _request_type = ::baton::msg::BoundedVector<::golden::srv::Reset_Request, 1>;
  _request_type request;

  using _response_type = ::baton::msg::BoundedVector<::golden::srv::Reset_Response, 1>;
  _response_type response;

  Reset_Event& set__info(const _info_type& _value) {
    info = _value;
    return *this;
  }
  template <class Argument_ = _request_type>
  Reset_Event& set__request(const Argument_& _value) {
    request = _value;
    return *this;
  }
  template <class Argument_ = _response_type>
  Reset_Event& set__response(const Argument_& _value) {
    response = _value;
    return *this;
  }

  bool operator==(const Reset_Event& _other) const {
    return info == _other.info &&
           request == _other.request &&
           response == _other.response;
  }
  bool operator!=(const Reset_Event& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Reset_Event_ = Reset_Event;

struct Reset {
  using Request = ::golden::srv::Reset_Request;
  using Response = ::golden::srv::Reset_Response;
  using Event = ::golden::srv::Reset_Event;
};

}  // namespace golden::srv

#include <golden/srv/detail/reset__traits.hpp>
