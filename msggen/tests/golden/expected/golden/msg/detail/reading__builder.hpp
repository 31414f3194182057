// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#include <utility>
#include <golden/msg/detail/reading__struct.hpp>

namespace golden::msg::builder {

class Init_Reading_count {
 public:
  explicit Init_Reading_count(Reading&& _from) : _message(std::move(_from)) {}
  Reading count(Reading::_count_type _value) {
    _message.count = std::move(_value);
    return std::move(_message);
  }

 private:
  Reading _message;
};

class Init_Reading_title {
 public:
  explicit Init_Reading_title(Reading&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reading::_title_type>
  Init_Reading_count title(Argument_&& _value) {
    _message.title = std::forward<Argument_>(_value);
    return Init_Reading_count(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_notes {
 public:
  explicit Init_Reading_notes(Reading&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reading::_notes_type>
  Init_Reading_title notes(Argument_&& _value) {
    _message.notes = std::forward<Argument_>(_value);
    return Init_Reading_title(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_name {
 public:
  explicit Init_Reading_name(Reading&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reading::_name_type>
  Init_Reading_notes name(Argument_&& _value) {
    _message.name = std::forward<Argument_>(_value);
    return Init_Reading_notes(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_raw {
 public:
  explicit Init_Reading_raw(Reading&& _from) : _message(std::move(_from)) {}
  template <class Argument_ = Reading::_raw_type>
  Init_Reading_name raw(Argument_&& _value) {
    _message.raw = std::forward<Argument_>(_value);
    return Init_Reading_name(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_position {
 public:
  explicit Init_Reading_position(Reading&& _from) : _message(std::move(_from)) {}
  Init_Reading_raw position(Reading::_position_type _value) {
    _message.position = std::move(_value);
    return Init_Reading_raw(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_valid {
 public:
  explicit Init_Reading_valid(Reading&& _from) : _message(std::move(_from)) {}
  Init_Reading_position valid(Reading::_valid_type _value) {
    _message.valid = std::move(_value);
    return Init_Reading_position(std::move(_message));
  }

 private:
  Reading _message;
};

class Init_Reading_stamp {
 public:
  Init_Reading_stamp() : _message(::baton::msg::MessageInitialization::skip) {}
  Init_Reading_valid stamp(Reading::_stamp_type _value) {
    _message.stamp = std::move(_value);
    return Init_Reading_valid(std::move(_message));
  }

 private:
  Reading _message;
};

}  // namespace golden::msg::builder

namespace golden {

template <class Message>
auto build();

template <>
inline auto build<::golden::msg::Reading>() {
  return ::golden::msg::builder::Init_Reading_stamp();
}

}  // namespace golden
