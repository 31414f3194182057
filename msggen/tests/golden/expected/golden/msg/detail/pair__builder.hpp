// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#include <utility>
#include <golden/msg/detail/pair__struct.hpp>

namespace golden::msg::builder {

class Init_Half_letter {
 public:
  Init_Half_letter() : _message(::baton::msg::MessageInitialization::skip) {}
  Half letter(Half::_letter_type _value) {
    _message.letter = std::move(_value);
    return std::move(_message);
  }

 private:
  Half _message;
};

}  // namespace golden::msg::builder

namespace golden::msg::builder {

class Init_Pair_halves {
 public:
  Init_Pair_halves() : _message(::baton::msg::MessageInitialization::skip) {}
  Pair halves(Pair::_halves_type _value) {
    _message.halves = std::move(_value);
    return std::move(_message);
  }

 private:
  Pair _message;
};

}  // namespace golden::msg::builder

namespace golden {

template <class Message>
auto build();

template <>
inline auto build<::golden::msg::Half>() {
  return ::golden::msg::builder::Init_Half_letter();
}

template <>
inline auto build<::golden::msg::Pair>() {
  return ::golden::msg::builder::Init_Pair_halves();
}

}  // namespace golden
