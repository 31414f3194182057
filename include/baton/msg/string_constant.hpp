// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace baton::msg {

/// A string constant of a message definition: a std::string_view that is known at compile time,
/// ends in NUL, and becomes a std::string wherever ROS code, for which it is one, expects that.
template <class Character>
class BasicStringConstant : public std::basic_string_view<Character> {
 public:
  using String = std::basic_string<Character>;
  using View = std::basic_string_view<Character>;

  constexpr BasicStringConstant(const Character* text) noexcept : View(text) {}

  constexpr const Character* c_str() const noexcept { return this->data(); }
  operator String() const { return String(this->data(), this->size()); }

  friend String operator+(const String& left, BasicStringConstant right) {
    return String(left).append(right.data(), right.size());
  }
  friend String operator+(BasicStringConstant left, const String& right) {
    return String(left).append(right);
  }
  friend String operator+(const Character* left, BasicStringConstant right) {
    return String(left).append(right.data(), right.size());
  }
  friend String operator+(BasicStringConstant left, const Character* right) {
    return String(left).append(right);
  }
};

using StringConstant = BasicStringConstant<char>;
using WStringConstant = BasicStringConstant<char16_t>;

}  // namespace baton::msg
