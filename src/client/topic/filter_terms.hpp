// SPDX-License-Identifier: Apache-2.0
// What a filter compares: fields and constants. Reading and comparing allocate nothing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "client/topic/filter_lexer.hpp"

namespace baton::client {

/// monostate: an element that a sequence does not have.
using FilterValue =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string_view>;

/// Unordered if a value is missing or NaN. Both are numbers, both bools or both texts.
std::partial_ordering compare(const FilterValue& left, const FilterValue& right) noexcept;
/// '%' stands for any characters, '_' for one character of UTF-8.
bool is_like(std::string_view text, std::string_view pattern) noexcept;

/// Where a field lies in each message of a type.
class FilterField {
 public:
  /// `name` begins at `at` of the expression. Throws FilterFault that tells which fields there are.
  static FilterField find(const msg::TypeSupport& type, const FilterToken& name);

  msg::Kind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  FilterValue read(const std::byte* message) const noexcept;

 private:
  struct Step {
    std::size_t offset_bytes = 0;
    bool sequence = false;  // if true, the step goes to an element of the sequence
    std::size_t index = 0;
    std::size_t element_bytes = 0;
  };
  class Search;

  std::string name_;
  msg::Kind kind_{};
  std::vector<Step> steps_;
};

/// One side of a comparison.
struct FilterTerm {
  bool is_field = false;
  FilterField field;
  FilterValue constant;  // unused for texts: its view would not survive a move of the term
  std::string text;

  FilterValue read(const std::byte* message) const noexcept;
};

/// The literal as a value of the field's kind. Throws FilterFault if it is none.
FilterTerm constant_for(const FilterField& field, const FilterToken& literal);
/// Throws FilterFault if fields of these kinds cannot be compared.
void require_comparable(const FilterField& left, const FilterField& right, std::size_t at);

}  // namespace baton::client
