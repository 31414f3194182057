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

#include <baton/msg/container.hpp>
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
/// Errors: std::bad_alloc on the heap only, and as in std::vector nothing has changed then.
/// Thread safety: as std::vector. What was received may be read by many threads and changed by
/// none.
template <class T, std::size_t Bound = unbounded>
class Vector : private detail::Container {
  static_assert(alignof(T) <= ContainerHeader::block_alignment);
  static_assert(std::is_nothrow_destructible_v<T>);

  using Standard = typename detail::StandardElement<T>::type;
  static constexpr bool plain = std::is_trivially_copyable_v<T>;

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

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
  Vector(Vector&& other) noexcept { can_steal_from(other) ? steal(other) : copy_from(other); }

  ~Vector() {
    destroy(begin(), end());
    release_block_at_end(capacity() * sizeof(T));
  }

  Vector& operator=(const Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    if (this == &other) return *this;
    if (can_steal_from(other)) {
      drop();
      steal(other);
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

  iterator begin() noexcept { return data(); }
  const_iterator begin() const noexcept { return data(); }
  const_iterator cbegin() const noexcept { return data(); }
  iterator end() noexcept { return data() + header_.size; }
  const_iterator end() const noexcept { return data() + header_.size; }
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
  static constexpr size_type max_size() noexcept { return std::min(Bound, unbounded); }

  T* data() noexcept { return reinterpret_cast<T*>(block_address()); }
  const T* data() const noexcept { return reinterpret_cast<const T*>(block_address()); }
  T& operator[](size_type index) noexcept { return data()[index]; }
  const T& operator[](size_type index) const noexcept { return data()[index]; }
  T& at(size_type index) { return data()[checked(index)]; }
  const T& at(size_type index) const { return data()[checked(index)]; }
  T& front() noexcept { return *data(); }
  const T& front() const noexcept { return *data(); }
  T& back() noexcept { return data()[header_.size - 1]; }
  const T& back() const noexcept { return data()[header_.size - 1]; }

  /// Bytes of blocks that a message without waste needs for this.
  std::size_t footprint() const noexcept {
    std::size_t sum = block_footprint(size() * sizeof(T));
    if constexpr (!plain) {
      for (const T& element : *this) sum += detail::footprint_of(element);
    }
    return sum;
  }
  friend std::size_t footprint(const Vector& vector) noexcept { return vector.footprint(); }

  void reserve(size_type capacity) {
    if (capacity > this->capacity()) grow(capacity, capacity);
  }
  /// A block in a loan stays as it is: no other container could use what it gave back.
  void shrink_to_fit() {
    if (size() == capacity() || home_of(this) != Home::heap) return;
    if (empty()) return release_block(capacity() * sizeof(T));
    move_to(acquire(size() * sizeof(T), size() * sizeof(T)));
  }
  void clear() noexcept { shrink(0); }

  void resize(size_type size) {
    resize_with(size, [](T* first, T* last) { std::uninitialized_value_construct(first, last); });
  }
  void resize(size_type size, const T& value) {
    if (size <= this->size()) return shrink(size);
    if constexpr (plain) {
      resize_with(size,
                  [value](T* first, T* last) { std::uninitialized_fill(first, last, value); });
    } else {
      const T copy(value);  // it may be one of our own
      resize_with(size, [&](T* first, T* last) { std::uninitialized_fill(first, last, copy); });
    }
  }
  /// New elements have undefined values: for memory that is overwritten at once.
  void resize_uninitialized(size_type size) requires std::is_trivially_copyable_v<T> {
    resize_with(size, [](T*, T*) {});
  }

  void assign(size_type size, const T& value) {
    const T copy(value);
    fill_with(
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
        const auto copy = [&](T* to, T* end) {
          // An empty range may have no address.
          if (to != end) std::memmove(to, from, static_cast<size_type>(end - to) * sizeof(T));
        };
        assign_plain(size, copy);
      } else {
        It next = first;
        fill_with(
            size,
            [&](T* to, T* end) {
              for (; to != end; ++to, ++next) *to = *next;
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
    if (header_.size == header_.capacity()) [[unlikely]] {
      return grow_and_emplace(std::forward<Arguments>(arguments)...);
    }
    T* const made = std::construct_at(end(), std::forward<Arguments>(arguments)...);
    ++header_.size;
    return *made;
  }
  void push_back(const T& value) {
    if constexpr (plain && sizeof(T) <= sizeof(void*)) {
      push_number(value);
    } else {
      emplace_back(value);
    }
  }
  void push_back(T&& value) {
    if constexpr (plain && sizeof(T) <= sizeof(void*)) {
      push_number(value);
    } else {
      emplace_back(std::move(value));
    }
  }
  void pop_back() noexcept { shrink(size() - 1); }

  template <class... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    const auto index = position - begin();
    if (position == end()) {
      emplace_back(std::forward<Arguments>(arguments)...);
    } else {
      T made(std::forward<Arguments>(arguments)...);  // the arguments may be our own elements
      reserve_for(size() + 1);
      std::construct_at(end(), std::move(back()));
      ++header_.size;
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
    const size_type old_size = size();
    resize(old_size + count, value);
    std::rotate(begin() + index, begin() + old_size, end());
    return begin() + index;
  }
  template <std::input_iterator It>
  iterator insert(const_iterator position, It first, It last) {
    const auto index = position - begin();
    const size_type old_size = size();
    if constexpr (std::forward_iterator<It>) {
      const auto count = static_cast<size_type>(std::distance(first, last));
      resize_with(old_size + count, [&](T* to, T*) { std::uninitialized_copy(first, last, to); });
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

  void swap(Vector& other) noexcept {
    if (this == &other) return;
    if (can_steal_from(other) && other.can_steal_from(*this)) {
      swap_blocks(other);
    } else {
      Vector held(std::move(other));
      other = std::move(*this);
      *this = std::move(held);
    }
  }
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
  static constexpr std::size_t element_bytes = sizeof(T);

  std::vector<Standard> copied() const { return std::vector<Standard>(begin(), end()); }

  size_type checked(size_type index) const {
    if (index >= size()) detail::throw_out_of_range(index, size());
    return index;
  }

  template <class Range>
  bool equals(const Range& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  static void destroy(T* first, T* last) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) std::destroy(first, last);
  }

  void shrink(size_type size) noexcept {
    destroy(begin() + size, end());
    header_.size = static_cast<std::uint32_t>(size);
  }

  /// No elements, no block.
  void drop() noexcept {
    clear();
    release_block(capacity() * element_bytes);
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

  static size_type within_bound(size_type size) {
    if (size > max_size()) [[unlikely]] {
      detail::throw_too_long(size, max_size());
    }
    return size;
  }

  /// Twice what there is, but no more than may be.
  size_type next_capacity(size_type least) const {
    return std::min(std::max(least, 2 * capacity()), max_size());
  }

  void reserve_for(size_type size) {
    if (size > capacity()) grow(size, next_capacity(size));
  }

  bool extend_to(size_type least, size_type wanted) noexcept {
    if (home_of(this) == Home::heap || !has_block()) return false;
    for (const size_type capacity : {wanted, least}) {
      if (extend(this->capacity() * element_bytes, capacity * element_bytes)) {
        header_.capacity_and_flags = static_cast<std::uint32_t>(capacity);
        return true;
      }
    }
    return false;
  }

  void grow(size_type least, size_type wanted) {
    within_bound(least);
    if (extend_to(least, wanted)) return;
    move_to(acquire(least * element_bytes, wanted * element_bytes));
  }

  void move_to(const detail::Block& to) {
    try {
      relocate(static_cast<T*>(to.data));
    } catch (...) {
      discard(to);
      throw;
    }
    replace_block(to, size());
  }

  /// Into raw memory. The originals live on.
  void relocate(T* to) {
    if constexpr (plain) {
      if (!empty()) std::memcpy(static_cast<void*>(to), data(), size() * element_bytes);
    } else if constexpr (std::is_nothrow_move_constructible_v<T> ||
                         !std::is_copy_constructible_v<T>) {
      std::uninitialized_move(begin(), end(), to);
    } else {
      std::uninitialized_copy(begin(), end(), to);
    }
  }

  /// `block` has `size` elements; those of the old one end.
  void replace_block(const detail::Block& block, size_type size) noexcept {
    drop();
    header_.size = static_cast<std::uint32_t>(size);
    point_at(block.data, std::min(block.size_bytes / element_bytes, max_size()), block.on_heap);
  }

  /// By value, so that it stays in a register: its address is not needed.
  void push_number(T value) {
    const std::uint32_t size = header_.size;
    if (size == header_.capacity()) [[unlikely]] {
      grow_for_one_more();
    }
    std::construct_at(data() + size, value);
    header_.size = size + 1;
  }

  static constexpr size_type shortest = std::max<size_type>(8 / element_bytes, 1);

  [[gnu::noinline]] void grow_for_one_more() {
    grow(size() + 1, next_capacity(std::max(size() + 1, shortest)));
  }

  template <class... Arguments>
  [[gnu::noinline]] T& grow_and_emplace(Arguments&&... arguments) {
    const size_type old_size = size();
    const size_type least = within_bound(old_size + 1);
    const size_type wanted = next_capacity(std::max(least, shortest));
    if (extend_to(least, wanted)) {
      T* const made = std::construct_at(end(), std::forward<Arguments>(arguments)...);
      ++header_.size;
      return *made;
    }
    const detail::Block block = acquire(least * element_bytes, wanted * element_bytes);
    T* const to = static_cast<T*>(block.data);
    T* made = nullptr;
    try {
      // First, because the arguments may be our own elements.
      made = std::construct_at(to + old_size, std::forward<Arguments>(arguments)...);
      relocate(to);
    } catch (...) {
      if (made != nullptr) std::destroy_at(made);
      discard(block);
      throw;
    }
    replace_block(block, old_size + 1);
    return *made;
  }

  /// `construct` makes the elements of a range of raw memory.
  template <class Construct>
  void resize_with(size_type size, Construct construct) {
    const size_type old_size = this->size();
    if (size <= old_size) return shrink(size);
    reserve_for(size);
    construct(begin() + old_size, begin() + size);
    header_.size = static_cast<std::uint32_t>(size);
  }

  template <class Copy>
  void assign_plain(size_type size, Copy copy) {
    if (has_room_for(size)) {
      copy(data(), data() + size);
      header_.size = static_cast<std::uint32_t>(size);
    } else {
      const detail::Block block = acquire(size * element_bytes, size * element_bytes);
      copy(static_cast<T*>(block.data), static_cast<T*>(block.data) + size);
      replace_block(block, size);
    }
  }

  /// All elements anew: `write` over those that are there, `construct` into raw memory.
  template <class Write, class Construct>
  void fill_with(size_type size, Write write, Construct construct) {
    if (has_room_for(size)) {
      const size_type common = std::min(size, this->size());
      write(begin(), begin() + common);
      if (size > common) {
        construct(begin() + common, begin() + size);
        header_.size = static_cast<std::uint32_t>(size);
      } else {
        shrink(size);
      }
      return;
    }
    const detail::Block block = acquire(size * element_bytes, size * element_bytes);
    T* const to = static_cast<T*>(block.data);
    try {
      construct(to, to + size);
    } catch (...) {
      discard(block);
      throw;
    }
    replace_block(block, size);
  }

  bool has_room_for(size_type size) {
    return size <= capacity() || extend_to(within_bound(size), size);
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
