// SPDX-License-Identifier: Apache-2.0
#include "client/topic/filter_parser.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace baton::client {
namespace {

/// A condition: one comparison, or several under one connective.
struct Condition {
  enum class Kind { comparison, all, any, none };
  Kind kind = Kind::comparison;
  FilterTerm left;
  FilterRelation relation{};
  FilterTerm right;
  std::vector<Condition> parts;  // empty for a single comparison
};

FilterRelation relation_of(std::string_view sign) {
  if (sign == "=") return FilterRelation::equal;
  if (sign == "<>") return FilterRelation::unequal;
  if (sign == "<") return FilterRelation::less;
  if (sign == "<=") return FilterRelation::less_or_equal;
  return sign == ">" ? FilterRelation::greater : FilterRelation::greater_or_equal;
}

class Parser {
 public:
  Parser(const msg::TypeSupport& type, std::string_view expression,
         const std::vector<std::string>& parameters)
      : type_(type), words_(read_filter_words(expression)), parameters_(parameters) {}

  Condition parse() {
    Condition whole = any_of(0);
    if (next().word != FilterWord::end) {
      throw FilterFault(next().at, "expected AND, OR or the end of the expression");
    }
    return whole;
  }

 private:
  const FilterToken& next() const { return words_[at_]; }
  FilterToken take() { return words_[at_++]; }
  bool take_if(FilterWord word) {
    if (next().word != word) return false;
    ++at_;
    return true;
  }

  Condition any_of(std::size_t depth) {
    return several(depth, FilterWord::or_, Condition::Kind::any, &Parser::all_of);
  }
  Condition all_of(std::size_t depth) {
    return several(depth, FilterWord::and_, Condition::Kind::all, &Parser::one);
  }
  Condition several(std::size_t depth, FilterWord connective, Condition::Kind kind,
                    Condition (Parser::*part)(std::size_t)) {
    Condition first = (this->*part)(depth);
    if (next().word != connective) return first;
    Condition whole;
    whole.kind = kind;
    whole.parts.push_back(std::move(first));
    while (take_if(connective)) whole.parts.push_back((this->*part)(depth));
    return whole;
  }

  Condition one(std::size_t depth) {
    if (depth == filter_most_depth) {
      throw FilterFault(next().at,
                        fmt::format("conditions are nested at most {} deep", filter_most_depth));
    }
    if (take_if(FilterWord::not_)) return negated(one(depth + 1));
    if (!take_if(FilterWord::open)) return comparison();
    Condition inner = any_of(depth + 1);
    if (!take_if(FilterWord::close)) throw FilterFault(next().at, "expected ')'");
    return inner;
  }

  static Condition negated(Condition condition) {
    Condition whole;
    whole.kind = Condition::Kind::none;
    whole.parts.push_back(std::move(condition));
    return whole;
  }

  Condition comparison() {
    const FilterToken left = term();
    if (next().word == FilterWord::between || next().word == FilterWord::not_) return range(left);
    const FilterToken sign = take();
    if (sign.word == FilterWord::like) return like(left, term());
    if (sign.word != FilterWord::relation) {
      throw FilterFault(sign.at, "expected =, <>, <, <=, >, >=, LIKE or BETWEEN");
    }
    return compared(left, relation_of(sign.text), term());
  }

  Condition range(const FilterToken& field) {
    const bool outside = take_if(FilterWord::not_);
    if (!take_if(FilterWord::between)) throw FilterFault(next().at, "expected BETWEEN");
    Condition inside;
    inside.kind = Condition::Kind::all;
    inside.parts.push_back(compared(field, FilterRelation::greater_or_equal, term()));
    if (!take_if(FilterWord::and_)) throw FilterFault(next().at, "expected AND: BETWEEN 1 AND 2");
    inside.parts.push_back(compared(field, FilterRelation::less_or_equal, term()));
    return outside ? negated(std::move(inside)) : inside;
  }

  Condition like(const FilterToken& field, const FilterToken& pattern) {
    if (pattern.word == FilterWord::name) {
      throw FilterFault(pattern.at, "LIKE needs a text in quotes, or a parameter");
    }
    Condition made = compared(field, FilterRelation::like, pattern);
    if (made.left.field.kind() != msg::Kind::string) {
      throw FilterFault(field.at, "LIKE is for strings");
    }
    return made;
  }

  Condition compared(const FilterToken& left, FilterRelation relation, const FilterToken& right) {
    Condition made;
    made.relation = relation;
    made.left.is_field = left.word == FilterWord::name;
    made.right.is_field = right.word == FilterWord::name;
    if (made.left.is_field) made.left.field = FilterField::find(type_, left);
    if (made.right.is_field) made.right.field = FilterField::find(type_, right);
    if (made.left.is_field && made.right.is_field) {
      require_comparable(made.left.field, made.right.field, left.at);
    } else if (made.left.is_field) {
      made.right = constant_for(made.left.field, right);
    } else if (made.right.is_field) {
      made.left = constant_for(made.right.field, left);
    } else {
      throw FilterFault(left.at, "one side of a comparison must be a field");
    }
    return made;
  }

  /// Takes a field or a literal. A parameter is replaced by its literal.
  FilterToken term() {
    FilterToken token = take();
    switch (token.word) {
      case FilterWord::name:
      case FilterWord::integer:
      case FilterWord::real:
      case FilterWord::text:
      case FilterWord::boolean:
        return token;
      case FilterWord::parameter:
        return value_of(token);
      default:
        throw FilterFault(token.at, "expected a field, a value or a parameter");
    }
  }

  /// The literal in a parameter's text. A text that is no other literal needs no quotes.
  FilterToken value_of(const FilterToken& parameter) const {
    const std::size_t number = std::stoul(parameter.text);
    if (number >= parameters_.size()) {
      throw FilterFault(parameter.at, fmt::format("there is no parameter %{}: {} were given",
                                                  number, parameters_.size()));
    }
    const std::string& text = parameters_[number];
    try {
      auto words = read_filter_words(text);
      const FilterWord word = words.front().word;
      const bool value = word == FilterWord::integer || word == FilterWord::real ||
                         word == FilterWord::text || word == FilterWord::boolean;
      if (words.size() == 2 && value) return {word, std::move(words.front().text), parameter.at};
    } catch (const FilterFault&) {
      // The parameter is a plain text.
    }
    return {FilterWord::text, text, parameter.at};
  }

  const msg::TypeSupport& type_;
  const std::vector<FilterToken> words_;
  const std::vector<std::string>& parameters_;
  std::size_t at_ = 0;
};

/// Lays tests out from the last to the first, because each needs to know the next one. Returns the
/// first test.
std::uint32_t lay_out(Condition& condition, std::vector<FilterTest>& tests, std::uint32_t if_true,
                      std::uint32_t if_false) {
  switch (condition.kind) {
    case Condition::Kind::comparison:
      tests.push_back({std::move(condition.left), condition.relation, std::move(condition.right),
                       if_true, if_false});
      return static_cast<std::uint32_t>(tests.size() - 1);
    case Condition::Kind::none:
      return lay_out(condition.parts.front(), tests, if_false, if_true);
    case Condition::Kind::all:
      for (auto part = condition.parts.rbegin(); part != condition.parts.rend(); ++part) {
        if_true = lay_out(*part, tests, if_true, if_false);
      }
      return if_true;
    case Condition::Kind::any:
      for (auto part = condition.parts.rbegin(); part != condition.parts.rend(); ++part) {
        if_false = lay_out(*part, tests, if_true, if_false);
      }
      return if_false;
  }
  return FilterTest::reject;
}

}  // namespace

FilterProgram parse_filter(const msg::TypeSupport& type, std::string_view expression,
                           const std::vector<std::string>& parameters) {
  if (expression.size() > filter_most_bytes) {
    throw FilterFault(filter_most_bytes,
                      fmt::format("the expression has more than {} bytes", filter_most_bytes));
  }
  if (parameters.size() > filter_most_parameters) {
    throw FilterFault(0, fmt::format("there are {} parameters; there can be {}", parameters.size(),
                                     filter_most_parameters));
  }
  Condition whole = Parser(type, expression, parameters).parse();
  FilterProgram program;
  program.first = lay_out(whole, program.tests, FilterTest::accept, FilterTest::reject);
  return program;
}

}  // namespace baton::client
