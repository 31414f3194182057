// SPDX-License-Identifier: Apache-2.0
//
// What Vector and BasicString show of their elements: types, iterators, size and access, under the
// names of std.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/msg/container.hpp>
#include <baton/msg/likely.hpp>

namespace baton::msg {

// `begin(message.field)` means these for a std::vector and a std::string, so here too.
using std::begin, std::cbegin, std::crbegin, std::rbegin;
using std::cend, std::crend, std::end, std::rend;
using std::data, std::empty, std::size;

}  // namespace baton::msg

namespace baton::msg::detail {

/// The characters of a string without a block.
template <class Character>
inline constexpr Character nothing[1] = {};

/// The iterators of the standard container where its library has them made of a pointer, so that
/// `std::vector<T>::iterator i = message.field.begin()` compiles; pointers elsewhere, and for bool,
/// which a std::vector packs.
template <class Pointer, class Standard>
struct IteratorOf {
#ifdef __GLIBCXX__
  using type = std::conditional_t<std::is_same_v<Standard, std::vector<bool>>, Pointer,
                                  __gnu_cxx::__normal_iterator<Pointer, Standard>>;
#else
  using type = Pointer;
#endif
};

template <class T>
T* address_of(T* iterator) noexcept {
  return iterator;
}
#ifdef __GLIBCXX__
template <class Pointer, class Standard>
Pointer address_of(__gnu_cxx::__normal_iterator<Pointer, Standard> iterator) noexcept {
  return iterator.base();
}
#endif

template <class It, class = void>
inline constexpr bool is_address = false;
template <class It>
inline constexpr bool
    is_address<It, std::void_t<decltype(detail::address_of(std::declval<const It&>()))>> = true;

template <class It, class Category, class = void>
inline constexpr bool is_iterator = false;
template <class It, class Category>
inline constexpr bool
    is_iterator<It, Category, std::void_t<typename std::iterator_traits<It>::iterator_category>> =
        std::is_convertible_v<typename std::iterator_traits<It>::iterator_category, Category>;

template <class It>
using RequireIterator = std::enable_if_t<is_iterator<It, std::input_iterator_tag>, int>;

/// Behind the last of the elements are `Terminators` zeros: none in a sequence, one in a string.
template <class T, std::size_t Terminators>
class ContainerElements : protected Container {
  using Standard = std::conditional_t<Terminators == 0, std::vector<T>, std::basic_string<T>>;

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = typename IteratorOf<T*, Standard>::type;
  using const_iterator = typename IteratorOf<const T*, Standard>::type;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  iterator begin() noexcept { return iterator(data()); }
  const_iterator begin() const noexcept { return const_iterator(data()); }
  const_iterator cbegin() const noexcept { return begin(); }
  iterator end() noexcept { return iterator(data_end()); }
  const_iterator end() const noexcept { return const_iterator(data_end()); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
  const_reverse_iterator crend() const noexcept { return rend(); }

  size_type size() const noexcept { return header_.size; }
  [[nodiscard]] bool empty() const noexcept { return header_.size == 0; }
  size_type capacity() const noexcept { return header_.capacity(); }

  const T* data() const noexcept {
    const auto* elements = reinterpret_cast<const T*>(block_address());
    if constexpr (Terminators != 0) {
      return has_block() ? elements : nothing<T>;
    } else {
      return elements;
    }
  }
  /// The NUL of a string that never had characters must not be written to, not even with a NUL.
  T* data() noexcept { return const_cast<T*>(std::as_const(*this).data()); }
  T& operator[](size_type index) noexcept { return data()[index]; }
  const T& operator[](size_type index) const noexcept { return data()[index]; }
  T& at(size_type index) { return data()[checked(index, size())]; }
  const T& at(size_type index) const { return data()[checked(index, size())]; }
  T& front() noexcept { return *data(); }
  const T& front() const noexcept { return *data(); }
  T& back() noexcept { return data()[header_.size - 1]; }
  const T& back() const noexcept { return data()[header_.size - 1]; }

 protected:
  constexpr ContainerElements() noexcept = default;
  ~ContainerElements() = default;

  T* data_end() noexcept { return data() + header_.size; }
  const T* data_end() const noexcept { return data() + header_.size; }

  static size_type checked(size_type index, size_type end) {
    if (index >= end) BATON_UNLIKELY {
      throw_out_of_range(index, end);
    }
    return index;
  }
};

}  // namespace baton::msg::detail
