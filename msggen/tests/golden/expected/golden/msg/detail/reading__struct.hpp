// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#include <array>
#include <baton/msg/bounded_string.hpp>
#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/message.hpp>
#include <baton/msg/rosidl_runtime_cpp.hpp>
#include <baton/msg/string.hpp>
#include <baton/msg/string_constant.hpp>
#include <baton/msg/vector.hpp>
#include <baton/msg/wstring.hpp>
#include <builtin_interfaces/msg/detail/time__struct.hpp>

namespace golden::msg {

struct Reading {
  using Type = Reading;
  using RawPtr = Reading*;
  using ConstRawPtr = const Reading*;
  using SharedPtr = std::shared_ptr<Reading>;
  using ConstSharedPtr = std::shared_ptr<const Reading>;
  template <class Deleter = std::default_delete<Reading>>
  using UniquePtrWithDeleter = std::unique_ptr<Reading, Deleter>;
  using UniquePtr = UniquePtrWithDeleter<>;
  template <class Deleter = std::default_delete<const Reading>>
  using ConstUniquePtrWithDeleter = std::unique_ptr<const Reading, Deleter>;
  using ConstUniquePtr = ConstUniquePtrWithDeleter<>;
  using WeakPtr = std::weak_ptr<Reading>;
  using ConstWeakPtr = std::weak_ptr<const Reading>;

  static constexpr std::uint8_t UNKNOWN = 0;
  static constexpr float LIMIT = -1.5f;
  static constexpr ::baton::msg::StringConstant UNIT{"m/s"};

  explicit Reading(::baton::msg::MessageInitialization _init = ::baton::msg::MessageInitialization::all)
      : stamp(_init) {
    using _how = ::baton::msg::MessageInitialization;
    if (_init == _how::all || _init == _how::zero) {
      position.fill(0.0);
      count = 0;
    }
    if (_init == _how::zero) {
      valid = false;
    }
    if (_init == _how::all || _init == _how::defaults_only) {
      valid = true;
      name = "probe";
      notes = {"a", "b \"c\""};
      title = u"caf\xe9" u"";
    }
  }

  using _stamp_type = ::builtin_interfaces::msg::Time;
  _stamp_type stamp;

  using _valid_type = bool;
  _valid_type valid;

  using _position_type = std::array<double, 3>;
  _position_type position;

  using _raw_type = ::baton::msg::Vector<std::uint8_t>;
  _raw_type raw;

  using _name_type = ::baton::msg::BoundedString<16>;
  _name_type name;

  using _notes_type = ::baton::msg::BoundedVector<::baton::msg::String, 2>;
  _notes_type notes;

  using _title_type = ::baton::msg::WString;
  _title_type title;

  using _count_type = std::int32_t;
  _count_type count;

  Reading& set__stamp(const _stamp_type& _value) {
    stamp = _value;
    return *this;
  }
  Reading& set__valid(const _valid_type& _value) {
    valid = _value;
    return *this;
  }
  Reading& set__position(const _position_type& _value) {
    position = _value;
    return *this;
  }
  template <class Argument_ = _raw_type>
  Reading& set__raw(const Argument_& _value) {
    raw = _value;
    return *this;
  }
  template <class Argument_ = _name_type>
  Reading& set__name(const Argument_& _value) {
    name = _value;
    return *this;
  }
  template <class Argument_ = _notes_type>
  Reading& set__notes(const Argument_& _value) {
    notes = _value;
    return *this;
  }
  template <class Argument_ = _title_type>
  Reading& set__title(const Argument_& _value) {
    title = _value;
    return *this;
  }
  Reading& set__count(const _count_type& _value) {
    count = _value;
    return *this;
  }

  bool operator==(const Reading& _other) const {
    return stamp == _other.stamp &&
           valid == _other.valid &&
           position == _other.position &&
           raw == _other.raw &&
           name == _other.name &&
           notes == _other.notes &&
           title == _other.title &&
           count == _other.count;
  }
  bool operator!=(const Reading& _other) const { return !(*this == _other); }
  static void* operator new(std::size_t _size) { return ::operator new(_size); }
  static void* operator new(std::size_t _size, const std::nothrow_t& _tag) noexcept {
    return ::operator new(_size, _tag);
  }
  static void* operator new(std::size_t, void* _memory) noexcept { return _memory; }
  static void operator delete(void* _message) noexcept { ::baton::msg::free_message(_message); }
};

template <class>
using Reading_ = Reading;

}  // namespace golden::msg

#include <golden/msg/detail/reading__traits.hpp>
