// SPDX-License-Identifier: Apache-2.0
//
// How a BasicString compares with another one and with text of other kinds, on either side: as
// std::string_view does.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#if __cplusplus >= 202002L
#include <compare>
#endif

namespace baton::msg {

template <class Character, std::size_t Bound>
class BasicString;

namespace detail {

template <class>
inline constexpr bool is_message_string = false;
template <class Character, std::size_t Bound>
inline constexpr bool is_message_string<BasicString<Character, Bound>> = true;

/// Text of whatever kind that is not one of ours: a literal, a pointer, std::string, string_view.
template <class S, class Character>
inline constexpr bool is_foreign_text =
    std::is_convertible_v<const S&, std::basic_string_view<Character>> && !is_message_string<S>;

template <class One, class Other, class = void>
struct TextComparison {};
template <class Character, std::size_t Bound, std::size_t OtherBound>
struct TextComparison<BasicString<Character, Bound>, BasicString<Character, OtherBound>> {
  using View = std::basic_string_view<Character>;
};
template <class Character, std::size_t Bound, class S>
struct TextComparison<BasicString<Character, Bound>, S,
                      std::enable_if_t<is_foreign_text<S, Character>>> {
  using View = std::basic_string_view<Character>;
};
template <class S, class Character, std::size_t Bound>
struct TextComparison<S, BasicString<Character, Bound>,
                      std::enable_if_t<is_foreign_text<S, Character>>> {
  using View = std::basic_string_view<Character>;
};
/// As what they are compared. Nothing unless at least one of the two is a BasicString.
template <class One, class Other>
using ComparedText = typename TextComparison<One, Other>::View;

}  // namespace detail

template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator==(const One& one, const Other& other) noexcept {
  return View(one) == View(other);
}
template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator!=(const One& one, const Other& other) noexcept {
  return View(one) != View(other);
}
template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator<(const One& one, const Other& other) noexcept {
  return View(one) < View(other);
}
template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator>(const One& one, const Other& other) noexcept {
  return View(one) > View(other);
}
template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator<=(const One& one, const Other& other) noexcept {
  return View(one) <= View(other);
}
template <class One, class Other, class View = detail::ComparedText<One, Other>>
bool operator>=(const One& one, const Other& other) noexcept {
  return View(one) >= View(other);
}
#ifdef __cpp_lib_three_way_comparison
template <class One, class Other, class View = detail::ComparedText<One, Other>>
auto operator<=>(const One& one, const Other& other) noexcept {
  return View(one) <=> View(other);
}
#endif

}  // namespace baton::msg
