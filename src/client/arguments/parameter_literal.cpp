// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/parameter_literal.hpp"

#include <fmt/format.h>
#include <yaml-cpp/binary.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/arguments/argument_fault.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

constexpr std::array true_words = {"y",    "Y",    "yes", "Yes", "YES", "true",
                                   "True", "TRUE", "on",  "On",  "ON"};
constexpr std::array false_words = {"n",     "N",     "no",  "No",  "NO", "false",
                                    "False", "FALSE", "off", "Off", "OFF"};

bool is_one_of(const auto& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::optional<bool> read_bool(std::string_view text) {
  if (is_one_of(true_words, text)) return true;
  if (is_one_of(false_words, text)) return false;
  return std::nullopt;
}

/// Removes a sign. Returns whether it was '-'.
bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

bool take_hexadecimal_prefix(std::string_view& text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  return hexadecimal;
}

template <class T, class... Format>
std::optional<T> read_whole(std::string_view text, Format... format) {
  // Refuse a second sign, which from_chars would accept.
  if (text.starts_with('-') || text.starts_with('+')) return std::nullopt;
  T value{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, format...);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> read_integer(std::string_view text) {
  const bool negative = take_sign(text);
  int base = 10;
  if (take_hexadecimal_prefix(text)) {
    base = 16;
  } else if (text.size() > 1 && text.front() == '0') {
    base = 8;
  }
  const auto size = read_whole<std::uint64_t>(text, base);
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!size || *size > most + (negative ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(negative ? std::uint64_t{0} - *size : *size);
}

std::optional<double> read_double(std::string_view text) {
  const bool negative = take_sign(text);
  constexpr std::array infinities = {".inf", ".Inf", ".INF"};
  constexpr std::array not_numbers = {".nan", ".NaN", ".NAN"};
  std::optional<double> size;
  if (is_one_of(infinities, text)) {
    size = std::numeric_limits<double>::infinity();
  } else if (is_one_of(not_numbers, text)) {
    size = std::numeric_limits<double>::quiet_NaN();
  } else if (take_hexadecimal_prefix(text)) {
    size = read_whole<double>(text, std::chars_format::hex);
  } else {
    size = read_whole<double>(text, std::chars_format::general);
  }
  if (size && negative) return -*size;
  return size;
}

bool is_base64(std::string_view text) {
  std::size_t size = text.size();
  for (int padding = 0; padding < 2 && size > 0 && text[size - 1] == '='; ++padding) --size;
  return text.size() % 4 == 0 && std::all_of(text.begin(), text.begin() + size, [](char c) {
           return (is_token_character(c) && c != '_') || c == '+' || c == '/';
         });
}

/// Check the text first: yaml-cpp decodes it without a check, and reads outside of its table.
std::vector<std::uint8_t> read_base64(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  if (!is_base64(text)) throw ArgumentFault("what follows !!binary is not base64");
  return YAML::DecodeBase64(text);
}

constexpr std::string_view yaml_tag_prefix = "tag:yaml.org,2002:";

template <class T>
T required(std::optional<T> value, const std::string& text, std::string_view kind) {
  if (!value) throw ArgumentFault(fmt::format("'{}' is not {}, as its tag says", text, kind));
  return *value;
}

}  // namespace

ParameterLiteral read_plain_scalar(const std::string& text) {
  if (const auto value = read_bool(text)) return *value;
  if (const auto value = read_integer(text)) return *value;
  if (const auto value = read_double(text)) return *value;
  return text;
}

ParameterLiteral read_scalar(const std::string& tag, const std::string& text) {
  if (tag == "?" || tag.empty()) return read_plain_scalar(text);
  if (tag == "!") return text;
  const std::string_view kind =
      tag.starts_with(yaml_tag_prefix) ? std::string_view(tag).substr(yaml_tag_prefix.size()) : "";
  if (kind == "str") return text;
  if (kind == "bool") return required(read_bool(text), text, "a bool");
  if (kind == "int") return required(read_integer(text), text, "an integer");
  if (kind == "float") return required(read_double(text), text, "a double");
  if (kind == "binary") return read_base64(text);
  throw ArgumentFault(fmt::format(
      "a parameter cannot have the tag '{}'; there are !!bool, !!int, !!float, !!str and !!binary",
      tag));
}

std::string_view kind_of(const ParameterLiteral& literal) {
  constexpr std::array<std::string_view, std::variant_size_v<ParameterLiteral>> kinds = {
      "a bool",          "an integer",      "a double",           "a text",
      "bytes",           "a list of bools", "a list of integers", "a list of doubles",
      "a list of texts", "an empty list"};
  return kinds[literal.index()];
}

void LiteralList::append(ParameterLiteral&& item) {
  std::visit(
      [this]<class T>(T&& value) {
        using Item = std::decay_t<T>;
        if constexpr (std::is_same_v<Item, bool> || std::is_same_v<Item, std::int64_t> ||
                      std::is_same_v<Item, double> || std::is_same_v<Item, std::string>) {
          if (std::holds_alternative<EmptyList>(list_)) list_ = std::vector<Item>();
          auto* list = std::get_if<std::vector<Item>>(&list_);
          if (!list) {
            const bool numbers =
                std::holds_alternative<std::vector<double>>(list_) || std::is_same_v<Item, double>;
            throw ArgumentFault(fmt::format("{} cannot be an item of {}; all items have one type{}",
                                            kind_of(value), kind_of(list_),
                                            numbers ? " (write 1.0 for a double)" : ""));
          }
          list->push_back(std::forward<T>(value));
        } else {
          throw ArgumentFault(fmt::format("{} cannot be an item of a list", kind_of(value)));
        }
      },
      std::move(item));
}

ParameterLiteral LiteralList::take() { return std::exchange(list_, EmptyList{}); }

ParameterValue to_parameter_value(const ParameterLiteral& literal, const std::string& name) {
  return std::visit(
      [&name](const auto& value) -> ParameterValue {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, EmptyList>) {
          throw exceptions::InvalidParameterValueException(fmt::format(
              "parameter '{}': an empty list has no type; leave it out and declare the parameter "
              "with an empty list as its default",
              name));
        } else {
          return ParameterValue(value);
        }
      },
      literal);
}

}  // namespace baton::client
