// SPDX-License-Identifier: Apache-2.0
//
// Elements in a row that something else owns. In C++20 it converts from and to std::span; public
// headers are C++17, which has none, and a name in the library must not depend on a user's choice.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace baton::msg {

template <class T>
class Span;

namespace detail {

template <class T>
inline constexpr bool is_span = false;
template <class T>
inline constexpr bool is_span<Span<T>> = true;

/// Whether R has its elements in a row, and they can be seen as T.
template <class R, class T, class = void>
inline constexpr bool has_row_of = false;
template <class R, class T>
inline constexpr bool has_row_of<
    R, T,
    std::void_t<decltype(std::data(std::declval<R&>())), decltype(std::size(std::declval<R&>()))>> =
    std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<R&>()))> (*)[],
                          T (*)[]>;

}  // namespace detail

/// A value of two words. Valid as long as the elements are where they were. Thread safety: that of
/// a pointer.
template <class T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;
  using iterator = T*;

  constexpr Span() noexcept = default;
  constexpr Span(T* first, std::size_t size) noexcept : data_(first), size_(size) {}
  /// Sees the elements of an array, a std::vector, a std::span and their like. Those that a
  /// temporary owns can only be seen as const.
  template <class R, std::enable_if_t<!detail::is_span<std::decay_t<R>> &&
                                          detail::has_row_of<std::remove_reference_t<R>, T> &&
                                          (std::is_lvalue_reference_v<R> || std::is_const_v<T> ||
                                           detail::has_row_of<const R, T>),
                                      int> = 0>
  constexpr Span(R&& elements) noexcept  // NOLINT(google-explicit-constructor)
      : data_(std::data(elements)), size_(std::size(elements)) {}
  template <class U,
            std::enable_if_t<!std::is_same_v<U, T> && std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  constexpr Span(Span<U> other) noexcept  // NOLINT(google-explicit-constructor)
      : data_(other.data()), size_(other.size()) {}

  constexpr T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* begin() const noexcept { return data_; }
  constexpr T* end() const noexcept { return data_ + size_; }
  constexpr T& operator[](std::size_t index) const noexcept { return data_[index]; }
  constexpr T& front() const noexcept { return data_[0]; }
  constexpr T& back() const noexcept { return data_[size_ - 1]; }
  constexpr Span first(std::size_t count) const noexcept { return {data_, count}; }
  constexpr Span last(std::size_t count) const noexcept { return {data_ + (size_ - count), count}; }
  /// What begins at `position`, to the end.
  constexpr Span subspan(std::size_t position) const noexcept {
    return {data_ + position, size_ - position};
  }
  constexpr Span subspan(std::size_t position, std::size_t count) const noexcept {
    return {data_ + position, count};
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace baton::msg

#if __cplusplus >= 202002L
#include <span>
// It owns nothing, so it converts to a std::span of elements that can be written to.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<baton::msg::Span<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_view<baton::msg::Span<T>> = true;
#endif
