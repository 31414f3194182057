// SPDX-License-Identifier: Apache-2.0
//
// The sequence of a message: used like a std::vector, and sixteen bytes that work at any address at
// which a process maps them.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/msg/element_lifetimes.hpp>
#include <baton/msg/type_support.hpp>

namespace baton::msg {

template <class Character, std::size_t Bound>
class BasicString;

namespace detail {

/// What users of ROS hold the elements of such a sequence in.
template <class T>
struct StandardElement {
  using type = T;
};
template <class Character, std::size_t Bound>
struct StandardElement<BasicString<Character, Bound>> {
  using type = std::basic_string<Character>;
};

template <class T>
std::size_t footprint_of(const T& element) noexcept {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return 0;
  } else if constexpr (requires { footprint(element); }) {
    return footprint(element);
  } else {
    return type_support<T>().footprint(&element);
  }
}

}  // namespace detail

/// As std::vector, with these differences:
/// - It allocates where it lies: a member of a loaned message in the message's chunk, which never
///   fails; any other one on the heap. Copies are deep. A move within one home steals; a move from
///   one home to another copies, and terminates when there is no memory for it.
/// - bool is a byte like any other element, and has references.
/// - At most `Bound` elements, or 2^31 - 1; more throw std::length_error.
/// - resize_uninitialized(). data() of an empty one is not null.
///
/// Types, iterators, size() and access are in container_elements.hpp, reserve(), shrink_to_fit()
/// and max_size() in growing_container.hpp.
///
/// Errors: std::bad_alloc on the heap only, and as in std::vector nothing has changed then.
/// Thread safety: as std::vector. What was received may be read by many threads and changed by
/// none.
template <class T, std::size_t Bound = unbounded>
class Vector : public detail::ElementLifetimes<T, Bound> {
  static_assert(alignof(T) <= ContainerHeader::block_alignment);
  static_assert(std::is_nothrow_destructible_v<T>);

  using Elements = detail::ElementLifetimes<T, Bound>;
  using Standard = typename detail::StandardElement<T>::type;
  using Elements::drop, Elements::plain, Elements::shrink;

 public:
  using Elements::back, Elements::begin, Elements::end;
  using typename Elements::const_iterator, typename Elements::iterator;
  using typename Elements::size_type;

  constexpr Vector() noexcept = default;
  // Delegating, so that the destructor runs when the rest throws.
  explicit Vector(size_type size) : Vector() { resize(size); }
  Vector(size_type size, const T& value) : Vector() { assign(size, value); }
  template <std::input_iterator It>
  Vector(It first, It last) : Vector() {
    assign(first, last);
  }
  Vector(std::initializer_list<T> values) : Vector() { assign(values.begin(), values.end()); }
  Vector(std::span<const T> values) : Vector() { assign(values.begin(), values.end()); }
  template <std::convertible_to<T> U, class Allocator>
  Vector(const std::vector<U, Allocator>& values) : Vector() {
    assign(values.begin(), values.end());
  }
  template <std::convertible_to<T> U, std::size_t OtherBound>
  requires(OtherBound != Bound || !std::same_as<T, U>) Vector(const Vector<U, OtherBound>& other)
      : Vector() {
    assign(other.begin(), other.end());
  }
  Vector(const Vector& other) : Vector() { assign(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept {
    this->can_steal_from(other) ? this->steal(other) : copy_from(other);
  }

  ~Vector() {
    Elements::destroy(begin(), end());
    this->release_block_at_end(this->block_bytes());
  }

  Vector& operator=(const Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    if (this == &other) return *this;
    if (this->can_steal_from(other)) {
      drop();
      this->steal(other);
    } else {
      copy_from(other);
    }
    return *this;
  }
  Vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }
  Vector& operator=(std::span<const T> values) {
    assign(values.begin(), values.end());
    return *this;
  }
  template <std::convertible_to<T> U, class Allocator>
  Vector& operator=(const std::vector<U, Allocator>& values) {
    assign(values.begin(), values.end());
    return *this;
  }
  template <std::convertible_to<T> U, std::size_t OtherBound>
  requires(OtherBound != Bound || !std::same_as<T, U>) Vector& operator=(
      const Vector<U, OtherBound>& other) {
    assign(other.begin(), other.end());
    return *this;
  }

  // A copy. Three, so that the reference below is never the better choice.
  operator std::vector<Standard>() const& { return copied(); }
  operator std::vector<Standard>() & { return copied(); }
  operator std::vector<Standard>() && { return copied(); }
  /// There is no std::vector in a message that a reference could lead to.
  template <class V>
  requires std::same_as<V, std::vector<Standard>>
  operator V&() & {
    static_assert(detail::never<V>,
                  "a sequence of a message is a baton::msg::Vector: write "
                  "`auto& v = message.field;`, or std::vector<T> without & for a copy");
    __builtin_unreachable();
  }

  /// Bytes of blocks that a message without waste needs for this.
  std::size_t footprint() const noexcept {
    std::size_t sum = block_footprint(this->size() * sizeof(T));
    if constexpr (!plain) {
      for (const T& element : *this) sum += detail::footprint_of(element);
    }
    return sum;
  }
  friend std::size_t footprint(const Vector& vector) noexcept { return vector.footprint(); }

  void clear() noexcept { shrink(0); }

  void resize(size_type size) {
    this->resize_with(size,
                      [](T* first, T* last) { std::uninitialized_value_construct(first, last); });
  }
  void resize(size_type size, const T& value) {
    if (size <= this->size()) return shrink(size);
    if constexpr (plain) {
      this->resize_with(
          size, [value](T* first, T* last) { std::uninitialized_fill(first, last, value); });
    } else {
      const T copy(value);  // it may be one of our own
      this->resize_with(size,
                        [&](T* first, T* last) { std::uninitialized_fill(first, last, copy); });
    }
  }
  /// New elements have undefined values: for memory that is overwritten at once.
  void resize_uninitialized(size_type size) requires std::is_trivially_copyable_v<T> {
    this->resize_with(size, [](T*, T*) {});
  }

  void assign(size_type size, const T& value) {
    const T copy(value);
    this->fill_with(
        size, [&](T* first, T* last) { std::fill(first, last, copy); },
        [&](T* first, T* last) { std::uninitialized_fill(first, last, copy); });
  }
  template <std::input_iterator It>
  void assign(It first, It last) {
    if constexpr (std::forward_iterator<It>) {
      const auto size = static_cast<size_type>(std::distance(first, last));
      if constexpr (plain && std::contiguous_iterator<It> &&
                    std::same_as<std::iter_value_t<It>, T>) {
        const T* const from = std::to_address(first);
        const auto copy = [&](T* to, T* to_end) {
          // An empty range may have no address.
          if (to != to_end) {
            std::memmove(to, from, static_cast<size_type>(to_end - to) * sizeof(T));
          }
        };
        this->assign_plain(size, copy);
      } else {
        It next = first;
        this->fill_with(
            size,
            [&](T* to, T* to_end) {
              for (; to != to_end; ++to, ++next) *to = *next;
            },
            [&](T* to, T*) { std::uninitialized_copy(next, last, to); });
      }
    } else {
      clear();
      for (; first != last; ++first) emplace_back(*first);
    }
  }
  void assign(std::initializer_list<T> values) { assign(values.begin(), values.end()); }

  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    return this->emplace_at_end(std::forward<Arguments>(arguments)...);
  }
  void push_back(const T& value) {
    if constexpr (plain && sizeof(T) <= sizeof(void*)) {
      this->push_number(value);
    } else {
      emplace_back(value);
    }
  }
  void push_back(T&& value) {
    if constexpr (plain && sizeof(T) <= sizeof(void*)) {
      this->push_number(value);
    } else {
      emplace_back(std::move(value));
    }
  }
  void pop_back() noexcept { shrink(this->size() - 1); }

  template <class... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    const auto index = position - begin();
    if (position == end()) {
      emplace_back(std::forward<Arguments>(arguments)...);
    } else {
      T made(std::forward<Arguments>(arguments)...);  // the arguments may be our own elements
      this->reserve_for(this->size() + 1);
      std::construct_at(end(), std::move(back()));
      this->set_size(this->size() + 1);
      std::move_backward(begin() + index, end() - 2, end() - 1);
      begin()[index] = std::move(made);
    }
    return begin() + index;
  }
  iterator insert(const_iterator position, const T& value) { return emplace(position, value); }
  iterator insert(const_iterator position, T&& value) {
    return emplace(position, std::move(value));
  }
  iterator insert(const_iterator position, size_type count, const T& value) {
    const auto index = position - begin();
    const size_type old_size = this->size();
    resize(old_size + count, value);
    std::rotate(begin() + index, begin() + old_size, end());
    return begin() + index;
  }
  template <std::input_iterator It>
  iterator insert(const_iterator position, It first, It last) {
    const auto index = position - begin();
    const size_type old_size = this->size();
    if constexpr (std::forward_iterator<It>) {
      const auto count = static_cast<size_type>(std::distance(first, last));
      this->resize_with(old_size + count,
                        [&](T* to, T*) { std::uninitialized_copy(first, last, to); });
    } else {
      for (; first != last; ++first) emplace_back(*first);
    }
    std::rotate(begin() + index, begin() + old_size, end());
    return begin() + index;
  }
  iterator insert(const_iterator position, std::initializer_list<T> values) {
    return insert(position, values.begin(), values.end());
  }

  iterator erase(const_iterator position) { return erase(position, position + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    T* const to = begin() + (first - begin());
    if (first != last) shrink(size_type(std::move(to + (last - first), end(), to) - begin()));
    return to;
  }

  void swap(Vector& other) noexcept { Elements::exchange(*this, other); }
  friend void swap(Vector& one, Vector& other) noexcept { one.swap(other); }

  template <std::size_t OtherBound>
  bool operator==(const Vector<T, OtherBound>& other) const {
    return equals(other);
  }
  template <class U, class Allocator>
  requires requires(const T& mine, const U& other) { mine == other; }
  bool operator==(const std::vector<U, Allocator>& other) const { return equals(other); }
  template <std::size_t OtherBound>
  requires std::three_way_comparable<T>
  auto operator<=>(const Vector<T, OtherBound>& other) const {
    return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
  }
  template <class Allocator>
  requires std::three_way_comparable<T>
  auto operator<=>(const std::vector<T, Allocator>& other) const {
    return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
  }

 private:
  std::vector<Standard> copied() const { return std::vector<Standard>(begin(), end()); }

  template <class Range>
  bool equals(const Range& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  /// A move from another home: a copy, and the other one is left empty. Out of memory ends the
  /// program here.
  [[gnu::noinline]] void copy_from(Vector& other) noexcept {
    if constexpr (plain) {
      assign(other.begin(), other.end());
    } else if (home_of(&other) == Home::received) {
      return assign(other.begin(), other.end());
    } else {
      assign(std::make_move_iterator(other.begin()), std::make_move_iterator(other.end()));
    }
    if (home_of(&other) != Home::received) other.drop();
  }
};

extern template class BATON_PUBLIC Vector<bool>;
extern template class BATON_PUBLIC Vector<std::int8_t>;
extern template class BATON_PUBLIC Vector<std::uint8_t>;
extern template class BATON_PUBLIC Vector<std::int16_t>;
extern template class BATON_PUBLIC Vector<std::uint16_t>;
extern template class BATON_PUBLIC Vector<std::int32_t>;
extern template class BATON_PUBLIC Vector<std::uint32_t>;
extern template class BATON_PUBLIC Vector<std::int64_t>;
extern template class BATON_PUBLIC Vector<std::uint64_t>;
extern template class BATON_PUBLIC Vector<float>;
extern template class BATON_PUBLIC Vector<double>;

static_assert(sizeof(Vector<double>) == 16 && alignof(Vector<double>) == 8);
static_assert(std::is_standard_layout_v<Vector<double>>);

}  // namespace baton::msg
