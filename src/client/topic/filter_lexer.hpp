// SPDX-License-Identifier: Apache-2.0
// A filter expression as words.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace baton::client {

/// What is wrong with an expression, and where: a position in bytes from 0.
class FilterFault : public std::runtime_error {
 public:
  FilterFault(std::size_t position, const std::string& why)
      : std::runtime_error(why), at(position) {}
  std::size_t at;
};

enum class FilterWord {
  end,
  name,  // a field's, with its dots and indices
  integer,
  real,
  text,       // without its quotes
  boolean,    // "TRUE" or "FALSE"
  parameter,  // the digits behind '%'
  relation,   // "=", "<>", "<", "<=", ">", ">="
  open,
  close,
  and_,
  or_,
  not_,
  like,
  between,
};

struct FilterToken {
  FilterWord word;
  std::string text;
  std::size_t at;
};

/// Ends with a word `end`. Keywords may be in any case. Throws FilterFault.
std::vector<FilterToken> read_filter_words(std::string_view expression);

}  // namespace baton::client
