// SPDX-License-Identifier: Apache-2.0
//
// How a Vector compares with another one and with a std::vector, on either side: element by
// element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <compare>
#endif

namespace baton::msg {

template <class T, std::size_t Bound>
class Vector;

namespace detail {

template <class>
inline constexpr bool is_vector = false;
template <class T, std::size_t Bound>
inline constexpr bool is_vector<Vector<T, Bound>> = true;
template <class>
inline constexpr bool is_standard_vector = false;
template <class T, class Allocator>
inline constexpr bool is_standard_vector<std::vector<T, Allocator>> = true;

template <class One, class Other, class = void>
inline constexpr bool are_equal_elements = false;
template <class One, class Other>
inline constexpr bool are_equal_elements<
    One, Other, std::void_t<decltype(std::declval<const One&>() == std::declval<const Other&>())>> =
    true;
template <class One, class Other, class = void>
inline constexpr bool are_ordered_elements = false;
template <class One, class Other>
inline constexpr bool are_ordered_elements<
    One, Other, std::void_t<decltype(std::declval<const One&>() < std::declval<const Other&>())>> =
    true;

template <class R>
inline constexpr bool is_sequence = is_vector<R> || is_standard_vector<R>;
/// At least one of the two is a Vector, the other one may be a std::vector.
template <class One, class Other, class = void>
struct ComparedSequences {
  static constexpr bool for_equality = false;
  static constexpr bool for_order = false;
};
template <class One, class Other>
struct ComparedSequences<One, Other,
                         std::enable_if_t<is_sequence<One> && is_sequence<Other> &&
                                          (is_vector<One> || is_vector<Other>)>> {
  using Mine = typename One::value_type;
  using Others = typename Other::value_type;
  static constexpr bool for_equality = are_equal_elements<Mine, Others>;
  static constexpr bool for_order =
      are_ordered_elements<Mine, Others> && are_ordered_elements<Others, Mine>;
};
template <class One, class Other>
using RequireEqual = std::enable_if_t<ComparedSequences<One, Other>::for_equality, int>;
template <class One, class Other>
using RequireOrdered = std::enable_if_t<ComparedSequences<One, Other>::for_order, int>;

}  // namespace detail

template <class One, class Other, detail::RequireEqual<One, Other> = 0>
bool operator==(const One& one, const Other& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}
template <class One, class Other, detail::RequireEqual<One, Other> = 0>
bool operator!=(const One& one, const Other& other) {
  return !(one == other);
}
template <class One, class Other, detail::RequireOrdered<One, Other> = 0>
bool operator<(const One& one, const Other& other) {
  return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end());
}
template <class One, class Other, detail::RequireOrdered<One, Other> = 0>
bool operator>(const One& one, const Other& other) {
  return other < one;
}
template <class One, class Other, detail::RequireOrdered<One, Other> = 0>
bool operator<=(const One& one, const Other& other) {
  return !(other < one);
}
template <class One, class Other, detail::RequireOrdered<One, Other> = 0>
bool operator>=(const One& one, const Other& other) {
  return !(one < other);
}
#ifdef __cpp_lib_three_way_comparison
template <class One, class Other, detail::RequireOrdered<One, Other> = 0>
requires std::three_way_comparable_with<typename One::value_type, typename Other::value_type>
auto operator<=>(const One& one, const Other& other) {
  return std::lexicographical_compare_three_way(one.begin(), one.end(), other.begin(), other.end());
}
#endif

}  // namespace baton::msg
