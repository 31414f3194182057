// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rcpputils {

namespace detail {
template <class Character, class Traits, class Allocator>
auto view_of(const std::basic_string<Character, Traits, Allocator>& text) {
  return std::basic_string_view<Character, Traits>(text);
}
template <class Character>
auto view_of(const Character* text) {
  return std::basic_string_view<Character>(text);
}
}  // namespace detail

/// Returns a copy of `input` with `replace` for every `find`.
template <class Input, class Find, class Replace>
auto find_and_replace(const Input& input, const Find& find, const Replace& replace) {
  const auto text = detail::view_of(input);
  const auto sought = detail::view_of(find);
  const auto other = detail::view_of(replace);
  std::basic_string<typename decltype(text)::value_type> output;
  std::size_t done = 0;
  if (!sought.empty()) {
    for (auto at = text.find(sought); at != text.npos; at = text.find(sought, done)) {
      output.append(text.substr(done, at - done)).append(other);
      done = at + sought.size();
    }
  }
  return output.append(text.substr(done));
}

}  // namespace rcpputils
