// SPDX-License-Identifier: Apache-2.0
//
// The sequence of a message: used like a std::vector, and sixteen bytes that work at any address at
// which a process maps them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/msg/element_lifetimes.hpp>
#include <baton/msg/span.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/msg/vector_comparison.hpp>

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

template <class T, class = void>
inline constexpr bool has_footprint = false;
template <class T>
inline constexpr bool has_footprint<T, std::void_t<decltype(footprint(std::declval<const T&>()))>> =
    true;

template <class T>
std::size_t footprint_of(const T& element) noexcept {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return 0;
  } else if constexpr (has_footprint<T>) {
    return footprint(element);
  } else {
    return type_support<T>().footprint(&element);
  }
}

/// Whether a Vector<T> takes the elements of an R: of a std::vector, also of something else that
/// makes a T; of whatever has its T in a row: std::array, std::span, Span.
template <class R, class T, class = void>
inline constexpr bool has_elements_for = has_row_of<const R, const T>;
template <class R, class T>
inline constexpr bool has_elements_for<R, T, std::enable_if_t<is_vector<R>>> = false;
template <class R, class T>
inline constexpr bool has_elements_for<R, T, std::enable_if_t<is_standard_vector<R>>> =
    std::is_constructible_v<T, typename R::const_reference>;

/// Text that makes a String, but not by itself: a std::string for one.
template <class U, class T>
using RequireForeignElement =
    std::enable_if_t<!std::is_same_v<T, typename StandardElement<T>::type> &&
                         std::is_constructible_v<T, const U&> &&
                         !std::is_convertible_v<const U&, T>,
                     int>;

#ifdef BATON_NO_IMPLICIT_COPIES
template <class V>
V refuse_copy_of_sequence() {
  static_assert(never<V>,
                "this copies a sequence of a message into a std::vector: write `const auto& v = "
                "message.field;` (auto& to change it), or std::vector<T>(message.field) for a copy "
                "that is meant (BATON_NO_IMPLICIT_COPIES is defined)");
  __builtin_unreachable();
}
#endif

}  // namespace detail

/// As std::vector, with these differences:
/// - It allocates where it lies: a member of a loaned message in the message's chunk, which never
///   fails; any other one on the heap. Copies are deep. A move within one home steals; a move from
///   one home to another copies, and terminates when there is no memory for it.
/// - bool is a byte like any other element, and has references.
/// - At most `Bound` elements, or 2^31 - 1; more throw std::length_error.
/// - resize_uninitialized(). data() of an empty one is not null.
///
/// A std::vector is assigned as it is; a Vector is made of one by name: `Vector<float>(v)`.
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
  template <class U, std::size_t OtherBound>
  using RequireOther = std::enable_if_t<
      (OtherBound != Bound || !std::is_same_v<T, U>)&&std::is_convertible_v<const U&, T>, int>;
  template <class V>
  using RequireStandard = std::enable_if_t<std::is_same_v<V, std::vector<Standard>>, int>;
  template <class U>
  using RequireForeign = detail::RequireForeignElement<U, T>;
  using Elements::drop, Elements::plain, Elements::shrink;

 public:
  using Elements::back, Elements::begin, Elements::cbegin, Elements::cend, Elements::data;
  using Elements::end;
  using typename Elements::const_iterator, typename Elements::iterator;
  using typename Elements::size_type;

  constexpr Vector() noexcept = default;
  // Delegating, so that the destructor runs when the rest throws.
  explicit Vector(size_type size) : Vector() { resize(size); }
  Vector(size_type size, const T& value) : Vector() { assign(size, value); }
  template <class U, RequireForeign<U> = 0>
  Vector(size_type size, const U& value) : Vector(size, T(value)) {}
  template <class It, detail::RequireIterator<It> = 0>
  Vector(It first, It last) : Vector() {
    assign(first, last);
  }
  Vector(std::initializer_list<Standard> values) : Vector() {
    assign(values.begin(), values.end());
  }
  /// Copies a std::vector, or whatever has elements in a row. Explicit, so that
  /// `choice ? std::vector<T>() : message.field` is a std::vector<T>.
  template <class R, std::enable_if_t<detail::has_elements_for<R, T>, int> = 0>
  explicit Vector(const R& values) : Vector() {
    assign(std::begin(values), std::end(values));
  }
  template <class U, std::size_t OtherBound, RequireOther<U, OtherBound> = 0>
  Vector(const Vector<U, OtherBound>& other) : Vector() {
    assign(other.begin(), other.end());
  }
  Vector(const Vector& other) : Vector() { assign(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept {
    this->can_steal_from(other) ? this->steal(other) : copy_from(other);
  }

  ~Vector() {
    Elements::destroy(data(), this->data_end());
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
  Vector& operator=(std::initializer_list<Standard> values) {
    assign(values.begin(), values.end());
    return *this;
  }
  template <class R, std::enable_if_t<detail::has_elements_for<R, T>, int> = 0>
  Vector& operator=(const R& values) {
    assign(std::begin(values), std::end(values));
    return *this;
  }
  template <class U, std::size_t OtherBound, RequireOther<U, OtherBound> = 0>
  Vector& operator=(const Vector<U, OtherBound>& other) {
    assign(other.begin(), other.end());
    return *this;
  }

  // A copy, where `condition ? elements : message.field` needs one too. There is no std::vector in
  // a message that a std::vector& could lead to; compilers quote the second line beside that error.
  BATON_MAY_COPY operator std::vector<Standard>() const& { return copied(); }
  BATON_MAY_COPY operator std::vector<Standard>() & { return copied(); }  // `auto& v = msg.field`
  BATON_MAY_COPY operator std::vector<Standard>() && { return copied(); }
#ifdef BATON_NO_IMPLICIT_COPIES
  template <class V, RequireStandard<V> = 0>
  operator V() const& {
    return detail::refuse_copy_of_sequence<V>();
  }
  template <class V, RequireStandard<V> = 0>
  operator V&() & {
    return detail::refuse_copy_of_sequence<V&>();
  }
#endif

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
  template <class U, RequireForeign<U> = 0>
  void resize(size_type size, const U& value) {
    resize(size, T(value));
  }
  /// New elements have undefined values: for memory that is overwritten at once.
  template <class E = T, std::enable_if_t<std::is_trivially_copyable_v<E>, int> = 0>
  void resize_uninitialized(size_type size) {
    this->resize_with(size, [](T*, T*) {});
  }

  void assign(size_type size, const T& value) {
    const T copy(value);
    this->fill_with(
        size, [&](T* first, T* last) { std::fill(first, last, copy); },
        [&](T* first, T* last) { std::uninitialized_fill(first, last, copy); });
  }
  template <class U, RequireForeign<U> = 0>
  void assign(size_type size, const U& value) {
    assign(size, T(value));
  }
  template <class It, detail::RequireIterator<It> = 0>
  void assign(It first, It last) {
    if constexpr (detail::is_iterator<It, std::forward_iterator_tag>) {
      const auto size = static_cast<size_type>(std::distance(first, last));
      if constexpr (plain && detail::is_address<It> &&
                    std::is_same_v<typename std::iterator_traits<It>::value_type, T>) {
        const T* const from = detail::address_of(first);
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
  void assign(std::initializer_list<Standard> values) { assign(values.begin(), values.end()); }

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
  template <class U, RequireForeign<U> = 0>
  void push_back(const U& value) {
    emplace_back(value);
  }
  void pop_back() noexcept { shrink(this->size() - 1); }

  template <class... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    const auto index = position - cbegin();
    if (position == cend()) {
      emplace_back(std::forward<Arguments>(arguments)...);
    } else {
      T made(std::forward<Arguments>(arguments)...);  // the arguments may be our own elements
      this->reserve_for(this->size() + 1);
      detail::make_at(this->data_end(), std::move(back()));
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
  template <class U, RequireForeign<U> = 0>
  iterator insert(const_iterator position, const U& value) {
    return emplace(position, value);
  }
  template <class U, RequireForeign<U> = 0>
  iterator insert(const_iterator position, size_type count, const U& value) {
    return insert(position, count, T(value));
  }
  iterator insert(const_iterator position, size_type count, const T& value) {
    const auto index = position - cbegin();
    const size_type old_size = this->size();
    resize(old_size + count, value);
    std::rotate(data() + index, data() + old_size, this->data_end());
    return begin() + index;
  }
  template <class It, detail::RequireIterator<It> = 0>
  iterator insert(const_iterator position, It first, It last) {
    const auto index = position - cbegin();
    const size_type old_size = this->size();
    if constexpr (detail::is_iterator<It, std::forward_iterator_tag>) {
      const auto count = static_cast<size_type>(std::distance(first, last));
      this->resize_with(old_size + count,
                        [&](T* to, T*) { std::uninitialized_copy(first, last, to); });
    } else {
      for (; first != last; ++first) emplace_back(*first);
    }
    std::rotate(data() + index, data() + old_size, this->data_end());
    return begin() + index;
  }
  iterator insert(const_iterator position, std::initializer_list<Standard> values) {
    return insert(position, values.begin(), values.end());
  }

  iterator erase(const_iterator position) { return erase(position, position + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    const auto index = first - cbegin();
    T* const to = data() + index;
    if (first != last) {
      shrink(size_type(std::move(to + (last - first), this->data_end(), to) - data()));
    }
    return begin() + index;
  }

  void swap(Vector& other) noexcept { Elements::exchange(*this, other); }
  friend void swap(Vector& one, Vector& other) noexcept { one.swap(other); }
  /// Copies both ways: the elements of a message lie elsewhere than those of a std::vector.
  void swap(std::vector<Standard>& other) {
    std::vector<Standard> mine = copied();
    assign(other.begin(), other.end());
    other.swap(mine);
  }
  friend void swap(Vector& one, std::vector<Standard>& other) { one.swap(other); }
  friend void swap(std::vector<Standard>& one, Vector& other) { other.swap(one); }

 private:
  std::vector<Standard> copied() const { return std::vector<Standard>(begin(), end()); }

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
