// SPDX-License-Identifier: Apache-2.0
//
// What a BasicString can be asked without a change of it: parts of it, and where they are, as
// std::string_view answers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <baton/msg/growing_container.hpp>

namespace baton::msg::detail {

template <class Character, std::size_t Bound>
class TextQueries : public GrowingContainer<Character, Bound, 1> {
  using Growing = GrowingContainer<Character, Bound, 1>;
  using View = std::basic_string_view<Character>;

 public:
  using size_type = std::size_t;
  static constexpr size_type npos = View::npos;

  const Character* c_str() const noexcept { return Growing::data(); }
  size_type length() const noexcept { return Growing::size(); }

  std::basic_string<Character> substr(size_type position = 0, size_type count = npos) const {
    return std::basic_string<Character>(view().substr(position, count));
  }
  size_type copy(Character* to, size_type count, size_type position = 0) const {
    return view().copy(to, count, position);
  }
  template <class... Arguments>
  auto compare(const Arguments&... arguments) const -> decltype(View().compare(arguments...)) {
    return view().compare(arguments...);
  }
  size_type find(View text, size_type from = 0) const noexcept { return view().find(text, from); }
  size_type find(Character one, size_type from = 0) const noexcept {
    return view().find(one, from);
  }
  size_type rfind(View text, size_type from = npos) const noexcept {
    return view().rfind(text, from);
  }
  size_type rfind(Character one, size_type from = npos) const noexcept {
    return view().rfind(one, from);
  }
  size_type find_first_of(View set, size_type from = 0) const noexcept {
    return view().find_first_of(set, from);
  }
  size_type find_first_of(Character one, size_type from = 0) const noexcept {
    return view().find_first_of(one, from);
  }
  size_type find_last_of(View set, size_type from = npos) const noexcept {
    return view().find_last_of(set, from);
  }
  size_type find_last_of(Character one, size_type from = npos) const noexcept {
    return view().find_last_of(one, from);
  }
  size_type find_first_not_of(View set, size_type from = 0) const noexcept {
    return view().find_first_not_of(set, from);
  }
  size_type find_first_not_of(Character one, size_type from = 0) const noexcept {
    return view().find_first_not_of(one, from);
  }
  size_type find_last_not_of(View set, size_type from = npos) const noexcept {
    return view().find_last_not_of(set, from);
  }
  size_type find_last_not_of(Character one, size_type from = npos) const noexcept {
    return view().find_last_not_of(one, from);
  }
  bool starts_with(View text) const noexcept { return view().substr(0, text.size()) == text; }
  bool starts_with(Character one) const noexcept {
    return !Growing::empty() && Growing::front() == one;
  }
  bool ends_with(View text) const noexcept {
    return length() >= text.size() && view().substr(length() - text.size()) == text;
  }
  bool ends_with(Character one) const noexcept {
    return !Growing::empty() && Growing::back() == one;
  }

 protected:
  constexpr TextQueries() noexcept = default;
  ~TextQueries() = default;

  View view() const noexcept { return {c_str(), length()}; }
};

}  // namespace baton::msg::detail
