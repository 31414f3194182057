// SPDX-License-Identifier: Apache-2.0
#include "client/topic/filter_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace baton::client {
namespace {

// The locale must not matter.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '[' || c == ']'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr std::pair<std::string_view, FilterWord> keywords[] = {
    {"AND", FilterWord::and_},      {"OR", FilterWord::or_},          {"NOT", FilterWord::not_},
    {"LIKE", FilterWord::like},     {"BETWEEN", FilterWord::between}, {"TRUE", FilterWord::boolean},
    {"FALSE", FilterWord::boolean},
};

class Lexer {
 public:
  explicit Lexer(std::string_view expression) : all_(expression) {}

  FilterToken next() {
    while (at_ < all_.size() && is_space(all_[at_])) ++at_;
    if (at_ == all_.size()) return {FilterWord::end, {}, at_};
    const char c = all_[at_];
    if (c == '(') return one(FilterWord::open);
    if (c == ')') return one(FilterWord::close);
    if (c == '\'' || c == '`') return text();
    if (c == '%') return parameter();
    if (is_letter(c)) return name();
    if (is_digit(c) || c == '+' || c == '-' || c == '.') return number();
    return relation();
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < all_.size() ? all_[at_ + ahead] : '\0';
  }
  FilterToken take(FilterWord word, std::size_t begin) const {
    return {word, std::string(all_.substr(begin, at_ - begin)), begin};
  }
  FilterToken one(FilterWord word) {
    ++at_;
    return take(word, at_ - 1);
  }

  /// Reads '...' or, as DDS allows too, `...'. The text itself cannot contain the closing quote.
  FilterToken text() {
    const std::size_t begin = at_++;
    const std::string_view closing = all_[begin] == '`' ? "'`" : "'";
    const std::size_t end = all_.find_first_of(closing, at_);
    if (end == std::string_view::npos) throw FilterFault(begin, "the text has no closing quote");
    at_ = end + 1;
    return {FilterWord::text, std::string(all_.substr(begin + 1, end - begin - 1)), begin};
  }

  FilterToken parameter() {
    const std::size_t begin = at_++;
    while (is_digit(peek())) ++at_;
    if (at_ == begin + 1 || at_ > begin + 3) {
      throw FilterFault(begin, "a parameter is '%' and its number, %0 to %99");
    }
    return {FilterWord::parameter, std::string(all_.substr(begin + 1, at_ - begin - 1)), begin};
  }

  FilterToken name() {
    const std::size_t begin = at_;
    while (is_of_name(peek())) ++at_;
    FilterToken token = take(FilterWord::name, begin);
    std::string word = token.text;
    std::transform(word.begin(), word.end(), word.begin(), upper);
    for (const auto& [keyword, what] : keywords) {
      if (word == keyword) return {what, word, begin};
    }
    return token;
  }

  FilterToken number() {
    const std::size_t begin = at_;
    if (peek() == '+' || peek() == '-') ++at_;
    bool real = false;
    if (peek() == '0' && upper(peek(1)) == 'X') {
      at_ += 2;
      while (is_digit(peek()) || (upper(peek()) >= 'A' && upper(peek()) <= 'F')) ++at_;
    } else {
      while (is_digit(peek()) || peek() == '.' || upper(peek()) == 'E' ||
             ((peek() == '+' || peek() == '-') && upper(all_[at_ - 1]) == 'E')) {
        real = real || !is_digit(peek());
        ++at_;
      }
    }
    if (is_letter(peek())) throw FilterFault(begin, "this is no number");
    return take(real ? FilterWord::real : FilterWord::integer, begin);
  }

  FilterToken relation() {
    const std::size_t begin = at_;
    for (const std::string_view sign : {"<>", "<=", ">=", "!=", "==", "=", "<", ">"}) {
      if (!all_.substr(at_).starts_with(sign)) continue;
      at_ += sign.size();
      FilterToken token = take(FilterWord::relation, begin);
      if (token.text == "!=") token.text = "<>";
      if (token.text == "==") throw FilterFault(begin, "equality is one '='");
      return token;
    }
    throw FilterFault(begin, "this character has no meaning here");
  }

  const std::string_view all_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<FilterToken> read_filter_words(std::string_view expression) {
  Lexer lexer(expression);
  std::vector<FilterToken> words;
  do {
    words.push_back(lexer.next());
  } while (words.back().word != FilterWord::end);
  return words;
}

}  // namespace baton::client
