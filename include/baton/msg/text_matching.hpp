// SPDX-License-Identifier: Apache-2.0
//
// Regular expressions on a BasicString without `std::`: `regex_match(message.node, expression)`
// compiles as with a std::string. What follows the text is as for the standard's functions.
// `<regex>` is the caller's to include.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace baton::msg {

template <class Character, std::size_t Bound>
class BasicString;

template <class Character, std::size_t Bound, class... Arguments>
auto regex_match(const BasicString<Character, Bound>& text, Arguments&&... arguments)
    -> decltype(regex_match(text.begin(), text.end(), std::forward<Arguments>(arguments)...)) {
  return regex_match(text.begin(), text.end(), std::forward<Arguments>(arguments)...);
}

template <class Character, std::size_t Bound, class... Arguments>
auto regex_search(const BasicString<Character, Bound>& text, Arguments&&... arguments)
    -> decltype(regex_search(text.begin(), text.end(), std::forward<Arguments>(arguments)...)) {
  return regex_search(text.begin(), text.end(), std::forward<Arguments>(arguments)...);
}

template <class Character, std::size_t Bound, class Expression, class... Arguments>
std::basic_string<Character> regex_replace(const BasicString<Character, Bound>& text,
                                           const Expression& expression, Arguments&&... arguments) {
  std::basic_string<Character> replaced;
  regex_replace(std::back_inserter(replaced), text.begin(), text.end(), expression,
                std::forward<Arguments>(arguments)...);
  return replaced;
}

}  // namespace baton::msg
