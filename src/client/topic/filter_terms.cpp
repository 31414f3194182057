// SPDX-License-Identifier: Apache-2.0
#include "client/topic/filter_terms.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <type_traits>

#include "msg/field_traits.hpp"

namespace baton::client {
namespace {

using msg::Kind;

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

enum class Family { boolean, number, text };

Family family_of(Kind kind) {
  if (kind == Kind::boolean) return Family::boolean;
  return kind == Kind::string ? Family::text : Family::number;
}

const char* name_of(Family family) {
  switch (family) {
    case Family::boolean:
      return "a bool";
    case Family::number:
      return "a number";
    case Family::text:
      return "a string";
  }
  return "";
}

template <class T>
FilterValue read_number(const std::byte* at) noexcept {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::is_floating_point_v<T>) {
    return double{value};
  } else if constexpr (std::is_signed_v<T>) {
    return std::int64_t{value};
  } else {
    return std::uint64_t{value};
  }
}

std::size_t character_bytes(std::string_view text) noexcept {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  return size;
}

template <class T>
std::optional<T> parse(std::string_view digits, int base = 10) {
  T value{};
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<T>) {
    read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  } else {
    read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  }
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<FilterValue> integer(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  const auto value = parse<std::uint64_t>(digits, hexadecimal ? 16 : 10);
  constexpr std::uint64_t lowest = std::uint64_t{1} << 63;
  if (!value || (negative && *value > lowest)) return std::nullopt;
  if (negative) return static_cast<std::int64_t>(-*value);
  return *value;
}

std::optional<FilterValue> number(const FilterField& field, const FilterToken& literal) {
  std::string_view digits = literal.text;
  if (literal.word == FilterWord::text) {  // a character
    if (digits.size() != 1) return std::nullopt;
    return std::uint64_t{static_cast<unsigned char>(digits.front())};
  }
  const bool floating = field.kind() == Kind::float32 || field.kind() == Kind::float64;
  if (literal.word == FilterWord::integer && !floating) return integer(digits);
  if (literal.word != FilterWord::integer && literal.word != FilterWord::real) return std::nullopt;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto value = parse<double>(digits);
  if (!value) return integer(digits);  // hexadecimal
  // Round the literal as the field does: 0.1f is not 0.1.
  return field.kind() == Kind::float32 ? double{static_cast<float>(*value)} : *value;
}

}  // namespace

std::partial_ordering compare(const FilterValue& left, const FilterValue& right) noexcept {
  return std::visit(
      []<class L, class R>(const L& l, const R& r) -> std::partial_ordering {
        if constexpr (is_number<L> && is_number<R>) {
          // long double holds all 64-bit integers and all doubles.
          return static_cast<long double>(l) <=> static_cast<long double>(r);
        } else if constexpr (std::is_same_v<L, R> && !std::is_same_v<L, std::monostate>) {
          return l <=> r;
        } else {
          return std::partial_ordering::unordered;
        }
      },
      left, right);
}

bool is_like(std::string_view text, std::string_view pattern) noexcept {
  // Behind the last '%', and the rest of the text from which it may match one character more.
  std::optional<std::string_view> behind_any;
  std::string_view left_at_any;
  while (!text.empty() || !pattern.empty()) {
    if (pattern.starts_with('%')) {
      pattern.remove_prefix(1);
      behind_any = pattern;
      left_at_any = text;
    } else if (!text.empty() && !pattern.empty() &&
               (pattern.front() == '_' || pattern.front() == text.front())) {
      text.remove_prefix(pattern.front() == '_' ? character_bytes(text) : 1);
      pattern.remove_prefix(1);
    } else if (behind_any && !left_at_any.empty()) {
      left_at_any.remove_prefix(1);
      text = left_at_any;
      pattern = *behind_any;
    } else {
      return false;
    }
  }
  return true;
}

/// Follows a name from field to field.
class FilterField::Search {
 public:
  Search(const msg::TypeSupport& type, const FilterToken& name) : name_(name), rest_(name.text) {
    field_.kind = Kind::message;
    field_.shape = msg::Shape::single;
    field_.nested = &type;
  }

  FilterField find() {
    found_.name_ = name_.text;
    found_.steps_.emplace_back();
    enter_field();
    while (!rest_.empty()) {
      if (rest_.starts_with('[')) {
        enter_element();
      } else if (rest_.starts_with('.')) {
        rest_.remove_prefix(1);
        enter_field();
      } else {
        fail("expected '.' or '[' here");
      }
    }
    require_value();
    found_.kind_ = field_.kind;
    return std::move(found_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw FilterFault(name_.at + (name_.text.size() - rest_.size()), why);
  }

  void enter_field() {
    if (field_.kind != Kind::message) fail("what stands before it has no fields");
    if (field_.shape != msg::Shape::single) fail("it is one of several: choose by [0], [1] ...");
    const std::string_view name = rest_.substr(0, rest_.find_first_of(".["));
    std::string known;
    for (const msg::Field& field : field_.nested->fields) {
      if (field.name != name) {
        known += fmt::format("{}{}", known.empty() ? "" : ", ", field.name);
        continue;
      }
      found_.steps_.back().offset_bytes += field.offset_bytes;
      field_ = field;
      rest_.remove_prefix(name.size());
      return;
    }
    fail(fmt::format("{} has no field '{}'; it has {}", field_.nested->type_name, name, known));
  }

  void enter_element() {
    const std::size_t end = rest_.find(']');
    const auto index = end == std::string_view::npos
                           ? std::nullopt
                           : parse<std::uint32_t>(rest_.substr(1, end - 1));
    if (!index) fail("an index is a number in brackets, as in [0]");
    if (field_.shape == msg::Shape::single) fail("it is neither an array nor a sequence");
    if (field_.shape == msg::Shape::array) {
      if (*index >= field_.count) fail(fmt::format("the array has {} elements", field_.count));
      found_.steps_.back().offset_bytes += *index * msg::element_bytes(field_);
    } else {
      Step& step = found_.steps_.back();
      step.sequence = true;
      step.index = *index;
      step.element_bytes = msg::element_bytes(field_);
      found_.steps_.emplace_back();
    }
    field_.shape = msg::Shape::single;
    rest_.remove_prefix(end + 1);
  }

  void require_value() const {
    if (field_.shape != msg::Shape::single) fail("it has several values: choose one, as in [0]");
    if (field_.kind == Kind::message) {
      fail(fmt::format("it is a {}: name one of its fields", field_.nested->type_name));
    }
    if (field_.kind == Kind::wide_string) fail("wide strings cannot be compared");
  }

  const FilterToken& name_;
  std::string_view rest_;
  msg::Field field_{};
  FilterField found_;
};

FilterField FilterField::find(const msg::TypeSupport& type, const FilterToken& name) {
  return Search(type, name).find();
}

FilterValue FilterField::read(const std::byte* message) const noexcept {
  const std::byte* at = message;
  for (const Step& step : steps_) {
    at += step.offset_bytes;
    if (!step.sequence) continue;
    const auto& container = *reinterpret_cast<const msg::ContainerHeader*>(at);
    if (step.index >= container.size) return {};
    at = container.data() + step.index * step.element_bytes;
  }
  if (kind_ == Kind::boolean) return *reinterpret_cast<const std::uint8_t*>(at) != 0;
  if (kind_ == Kind::string) {
    const auto& text = *reinterpret_cast<const msg::ContainerHeader*>(at);
    return std::string_view(reinterpret_cast<const char*>(text.data()), text.size);
  }
  return msg::with_type(
      kind_, [at]<class T>(std::type_identity<T>) -> FilterValue { return read_number<T>(at); });
}

FilterValue FilterTerm::read(const std::byte* message) const noexcept {
  if (is_field) return field.read(message);
  if (std::holds_alternative<std::string_view>(constant)) return std::string_view(text);
  return constant;
}

FilterTerm constant_for(const FilterField& field, const FilterToken& literal) {
  const Family family = family_of(field.kind());
  std::optional<FilterValue> value;
  if (family == Family::number) {
    value = number(field, literal);
  } else if (family == Family::text && literal.word == FilterWord::text) {
    value = std::string_view();
  } else if (family == Family::boolean && literal.word == FilterWord::boolean) {
    value = literal.text == "TRUE";
  }
  if (value) return {false, {}, *value, literal.text};
  const char* as = family == Family::text      ? ": texts are in quotes, 'text'"
                   : family == Family::boolean ? ": TRUE or FALSE"
                                               : "";
  throw FilterFault(literal.at, fmt::format("'{}' is {}, and this is no value for it{}",
                                            field.name(), name_of(family), as));
}

void require_comparable(const FilterField& left, const FilterField& right, std::size_t at) {
  const Family one = family_of(left.kind());
  const Family other = family_of(right.kind());
  if (one == other) return;
  throw FilterFault(at, fmt::format("'{}' is {} and '{}' is {}: they cannot be compared",
                                    left.name(), name_of(one), right.name(), name_of(other)));
}

}  // namespace baton::client
