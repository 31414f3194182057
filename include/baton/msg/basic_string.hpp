// SPDX-License-Identifier: Apache-2.0
//
// The string of a message: used like a std::string, and sixteen bytes that work at any address at
// which a process maps them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <baton/msg/likely.hpp>
#include <baton/msg/string_constant.hpp>
#include <baton/msg/text_comparison.hpp>
#include <baton/msg/text_matching.hpp>
#include <baton/msg/text_queries.hpp>

namespace baton::msg {

#ifdef BATON_NO_IMPLICIT_COPIES
namespace detail {
template <class S>
S refuse_copy_of_text() {
  static_assert(never<S>,
                "this copies a string of a message into a std::string: write `const auto& s = "
                "message.field;` (auto& to change it), or std::string(message.field) for a copy "
                "that is meant (BATON_NO_IMPLICIT_COPIES is defined)");
  __builtin_unreachable();
}
}  // namespace detail
#endif

/// As std::string, with these differences:
/// - It allocates where it lies: a member of a loaned message in the message's chunk, which never
///   fails; any other one on the heap. A move within one home steals; a move from one home to
///   another copies, and terminates when there is no memory for it.
/// - At most `Bound` characters, or 2^31 - 2; more throw std::length_error.
/// - substr() and + make a std::string. There is no short-string buffer.
///
/// Types, iterators, size() and access are in container_elements.hpp, reserve(), shrink_to_fit()
/// and max_size() in growing_container.hpp, find(), compare(), substr() and their kin in
/// text_queries.hpp.
///
/// A std::string or std::string_view is assigned as it is; a String is made of one by name:
/// `String(text)`.
///
/// The NUL behind the last character is always there. Errors: std::bad_alloc on the heap only, and
/// nothing has changed then. Thread safety: as std::string.
template <class Character, std::size_t Bound = unbounded>
class BasicString : public detail::TextQueries<Character, Bound> {
  using Text = detail::TextQueries<Character, Bound>;
  using Standard = std::basic_string<Character>;
  using View = std::basic_string_view<Character>;
  using Traits = std::char_traits<Character>;
  template <class S>
  using RequireStandard = std::enable_if_t<std::is_same_v<S, Standard>, int>;
  template <class S>
  using RequireText = std::enable_if_t<detail::is_foreign_text<S, Character>, int>;
  /// Not a pointer, whose number behind it is a length and not a position.
  template <class S>
  using RequirePart = std::enable_if_t<detail::is_foreign_text<S, Character> &&
                                           !std::is_convertible_v<const S&, const Character*>,
                                       int>;
  /// As std::filesystem::path and its like.
  template <class S>
  using RequireConverted =
      std::enable_if_t<std::is_class_v<S> && !std::is_convertible_v<const S&, View> &&
                           std::is_convertible_v<const S&, Standard>,
                       int>;
  template <std::size_t OtherBound>
  using RequireOther = std::enable_if_t<OtherBound != Bound, int>;
  using Text::has_block, Text::header_, Text::set_size, Text::view;

 public:
  using traits_type = Traits;
  using Text::begin, Text::c_str, Text::cbegin, Text::data, Text::empty, Text::max_size, Text::npos;
  using typename Text::const_iterator, typename Text::iterator, typename Text::size_type;

  constexpr BasicString() noexcept = default;
  // Delegating, so that the destructor runs when the rest throws.
  BasicString(const Character* text) : BasicString() { assign(View(text)); }
  BasicString(const Character* text, size_type size) : BasicString() { assign(View(text, size)); }
  BasicString(size_type size, Character fill) : BasicString() { resize(size, fill); }
  BasicString(std::initializer_list<Character> text) : BasicString() {
    assign(View(text.begin(), text.size()));
  }
  template <class It, detail::RequireIterator<It> = 0>
  BasicString(It first, It last) : BasicString() {
    assign(first, last);
  }
  BasicString(const BasicStringConstant<Character>& text) : BasicString() { assign(View(text)); }
  /// Copies a std::string, a std::string_view and their like. Explicit, so that
  /// `choice ? std::string("x") : message.field` is a std::string.
  template <class S, std::enable_if_t<detail::is_foreign_text<S, Character> &&
                                          !std::is_convertible_v<const S&, const Character*>,
                                      int> = 0>
  explicit BasicString(const S& text) : BasicString() {
    assign(View(text));
  }
  template <std::size_t OtherBound, RequireOther<OtherBound> = 0>
  BasicString(const BasicString<Character, OtherBound>& other) : BasicString() {
    assign(View(other));
  }
  BasicString(std::nullptr_t) = delete;
  BasicString(const BasicString& other) : BasicString() { assign(other.view()); }
  BasicString(BasicString&& other) noexcept {
    this->can_steal_from(other) ? this->steal(other) : copy_from(other);
  }

  ~BasicString() { this->release_block_at_end(this->block_bytes()); }

  BasicString& operator=(const BasicString& other) { return assign(other.view()); }
  BasicString& operator=(BasicString&& other) noexcept {
    if (this == &other) return *this;
    if (this->can_steal_from(other)) {
      this->drop();
      this->steal(other);
    } else {
      copy_from(other);
    }
    return *this;
  }
  template <class S, RequireText<S> = 0>
  BasicString& operator=(const S& text) {
    return assign(View(text));
  }
  template <class S, RequireConverted<S> = 0>
  BasicString& operator=(const S& value) {
    const Standard text = value;
    return assign(View(text));
  }
  template <std::size_t OtherBound, RequireOther<OtherBound> = 0>
  BasicString& operator=(const BasicString<Character, OtherBound>& other) {
    return assign(View(other));
  }
  BasicString& operator=(std::initializer_list<Character> text) {
    return assign(View(text.begin(), text.size()));
  }
  BasicString& operator=(Character character) { return assign(View(&character, 1)); }

  operator View() const noexcept { return view(); }
  // A copy, where `condition ? text : message.field` needs one too. There is no std::string in a
  // message that a std::string& could lead to; compilers quote the second line beside that error.
  BATON_MAY_COPY operator Standard() const& { return Standard(view()); }
  BATON_MAY_COPY operator Standard() & { return Standard(view()); }  // write `auto& s = msg.field`
  BATON_MAY_COPY operator Standard() && { return Standard(view()); }
#ifdef BATON_NO_IMPLICIT_COPIES
  template <class S, RequireStandard<S> = 0>
  operator S() const& {
    return detail::refuse_copy_of_text<S>();
  }
  template <class S, RequireStandard<S> = 0>
  operator S&() & {
    return detail::refuse_copy_of_text<S&>();
  }
#endif

  /// Bytes of the block that a message without waste needs for this.
  std::size_t footprint() const noexcept {
    return empty() ? 0 : block_footprint((this->size() + 1) * sizeof(Character));
  }
  friend std::size_t footprint(const BasicString& string) noexcept { return string.footprint(); }

  void clear() noexcept {
    if (has_block()) set_size(0);
  }
  void resize(size_type size, Character fill = Character{}) {
    if (size > this->size()) {
      append(size - this->size(), fill);
    } else if (has_block()) {
      set_size(size);
    }
  }

  BasicString& assign(View text) {
    if (text.size() > this->capacity()) {
      const size_type least = Text::within_bound(text.size());
      if (this->extend_to(least, least)) return assign(text);
      // The old block lives until the text was copied: it may be in there.
      const detail::Block block = this->acquire(Text::bytes_for(least), Text::bytes_for(least));
      Traits::copy(static_cast<Character*>(block.data), text.data(), text.size());
      this->replace_block(block, text.size());
    } else if (has_block()) {
      Traits::move(data(), text.data(), text.size());
      set_size(text.size());
    }
    return *this;
  }
  BasicString& assign(const Character* text) { return assign(View(text)); }
  BasicString& assign(const Character* text, size_type size) { return assign(View(text, size)); }
  BasicString& assign(size_type size, Character fill) {
    clear();
    return append(size, fill);
  }
  template <class S, RequirePart<S> = 0>
  BasicString& assign(const S& text, size_type position, size_type count = npos) {
    return assign(View(text).substr(position, count));
  }
  template <class It, detail::RequireIterator<It> = 0>
  BasicString& assign(It first, It last) {
    return assign(View(Standard(first, last)));
  }

  void push_back(Character character) {
    if (header_.size == header_.capacity()) BATON_UNLIKELY {
      reserve_for(this->size() + 1);
    }
    data()[header_.size] = character;
    set_size(this->size() + 1);
  }
  void pop_back() noexcept { set_size(this->size() - 1); }

  BasicString& append(View text) {
    if (text.empty()) return *this;
    const size_type old_size = this->size();
    if (text.size() > this->capacity() - old_size) {
      if (is_inside(text)) return append(Standard(text));
      reserve_for(old_size + text.size());
    }
    Traits::move(data() + old_size, text.data(), text.size());
    set_size(old_size + text.size());
    return *this;
  }
  BasicString& append(const Character* text) { return append(View(text)); }
  BasicString& append(const Character* text, size_type size) { return append(View(text, size)); }
  BasicString& append(const Standard& text) { return append(View(text)); }
  BasicString& append(size_type count, Character fill) {
    if (count == 0) return *this;
    const size_type old_size = this->size();
    if (count > max_size() - old_size) detail::throw_too_long(old_size + count, max_size());
    reserve_for(old_size + count);
    Traits::assign(data() + old_size, count, fill);
    set_size(old_size + count);
    return *this;
  }
  template <class S, RequirePart<S> = 0>
  BasicString& append(const S& text, size_type position, size_type count) {
    return append(View(text).substr(position, count));
  }
  template <class It, detail::RequireIterator<It> = 0>
  BasicString& append(It first, It last) {
    return append(View(Standard(first, last)));
  }
  BasicString& append(std::initializer_list<Character> text) {
    return append(View(text.begin(), text.size()));
  }
  BasicString& operator+=(View text) { return append(text); }
  BasicString& operator+=(const Character* text) { return append(View(text)); }
  BasicString& operator+=(const Standard& text) { return append(View(text)); }
  BasicString& operator+=(const BasicString& text) { return append(text.view()); }
  BasicString& operator+=(Character character) {
    push_back(character);
    return *this;
  }

  /// Everything that changes the middle.
  BasicString& replace(size_type position, size_type count, View text) {
    this->checked(position, this->size() + 1);
    count = std::min(count, this->size() - position);
    if (is_inside(text)) return replace(position, count, View(Standard(text)));
    const size_type new_size = this->size() - count + text.size();
    if (new_size > this->capacity()) reserve_for(new_size);
    if (!has_block()) return *this;
    Character* const at = data() + position;
    Traits::move(at + text.size(), at + count, this->size() - position - count);
    Traits::copy(at, text.data(), text.size());
    set_size(new_size);
    return *this;
  }
  BasicString& replace(size_type position, size_type count, size_type times, Character fill) {
    return replace(position, count, View(Standard(times, fill)));
  }
  BasicString& replace(const_iterator first, const_iterator last, View text) {
    return replace(size_type(first - cbegin()), size_type(last - first), text);
  }
  BasicString& insert(size_type position, View text) { return replace(position, 0, text); }
  BasicString& insert(size_type position, const Character* text, size_type size) {
    return replace(position, 0, View(text, size));
  }
  BasicString& insert(size_type position, size_type count, Character fill) {
    return replace(position, 0, count, fill);
  }
  iterator insert(const_iterator at, Character character) {
    const auto position = at - cbegin();
    replace(size_type(position), 0, View(&character, 1));
    return begin() + position;
  }
  template <class It, detail::RequireIterator<It> = 0>
  iterator insert(const_iterator at, It first, It last) {
    const auto position = at - cbegin();
    replace(size_type(position), 0, View(Standard(first, last)));
    return begin() + position;
  }
  BasicString& erase(size_type position = 0, size_type count = npos) {
    return replace(position, count, View());
  }
  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    const auto position = first - cbegin();
    replace(size_type(position), size_type(last - first), View());
    return begin() + position;
  }

  void swap(BasicString& other) noexcept { Text::exchange(*this, other); }
  friend void swap(BasicString& one, BasicString& other) noexcept { one.swap(other); }
  /// Copies both ways: the characters of a message lie elsewhere than those of a std::string.
  void swap(Standard& other) {
    Standard mine(view());
    assign(View(other));
    other.swap(mine);
  }
  friend void swap(BasicString& one, Standard& other) { one.swap(other); }
  friend void swap(Standard& one, BasicString& other) { other.swap(one); }

  friend Standard operator+(const BasicString& one, const BasicString& other) {
    return joined(one.view(), other.view());
  }
  template <class S, RequireText<S> = 0>
  friend Standard operator+(const BasicString& one, const S& other) {
    return joined(one.view(), View(other));
  }
  template <class S, RequireText<S> = 0>
  friend Standard operator+(const S& one, const BasicString& other) {
    return joined(View(one), other.view());
  }
  friend Standard operator+(const BasicString& one, Character other) {
    return joined(one.view(), View(&other, 1));
  }
  friend Standard operator+(Character one, const BasicString& other) {
    return joined(View(&one, 1), other.view());
  }

  friend std::basic_ostream<Character>& operator<<(std::basic_ostream<Character>& stream,
                                                   const BasicString& string) {
    return stream << string.view();
  }
  friend std::basic_istream<Character>& operator>>(std::basic_istream<Character>& stream,
                                                   BasicString& string) {
    Standard word;
    stream >> word;
    string.assign(word);
    return stream;
  }
  friend std::basic_istream<Character>& getline(std::basic_istream<Character>& stream,
                                                BasicString& string,
                                                Character delimiter = Character('\n')) {
    Standard line;
    std::getline(stream, line, delimiter);
    string.assign(line);
    return stream;
  }

 private:
  static Standard joined(View one, View other) {
    Standard sum;
    sum.reserve(one.size() + other.size());
    return sum.append(one).append(other);
  }

  bool is_inside(View text) const noexcept {
    return has_block() && std::less_equal<>()(c_str(), text.data()) &&
           std::less_equal<>()(text.data(), c_str() + this->capacity());
  }

  void reserve_for(size_type size) {
    if (size > this->capacity())
      this->grow(size, this->next_capacity(std::max(size, Text::shortest)));
  }

  /// A move from another home: a copy, and the other one is left empty. Out of memory ends the
  /// program here.
  [[gnu::noinline]] void copy_from(BasicString& other) noexcept {
    assign(other.view());
    if (home_of(&other) != Home::received) other.drop();
  }
};

extern template class BATON_PUBLIC BasicString<char>;
extern template class BATON_PUBLIC BasicString<char16_t>;

}  // namespace baton::msg

/// Equal to that of std::string and std::string_view.
template <class Character, std::size_t Bound>
struct std::hash<baton::msg::BasicString<Character, Bound>> {
  std::size_t operator()(const baton::msg::BasicString<Character, Bound>& string) const noexcept {
    return std::hash<std::basic_string_view<Character>>()(string);
  }
};
