// SPDX-License-Identifier: Apache-2.0
// From a filter expression to tests in the order in which they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "client/topic/filter_terms.hpp"

namespace baton::client {

enum class FilterRelation { equal, unequal, less, less_or_equal, greater, greater_or_equal, like };

/// One comparison, and which test comes next.
struct FilterTest {
  static constexpr std::uint32_t accept = 0xffff'ffff;
  static constexpr std::uint32_t reject = 0xffff'fffe;

  FilterTerm left;
  FilterRelation relation;
  FilterTerm right;
  std::uint32_t if_true;
  std::uint32_t if_false;
};

struct FilterProgram {
  std::vector<FilterTest> tests;
  std::uint32_t first;
};

/// Limits, so that what a stranger writes costs little.
inline constexpr std::size_t filter_most_bytes = 16 * 1024;
inline constexpr std::size_t filter_most_depth = 64;
inline constexpr std::size_t filter_most_parameters = 100;

/// Throws FilterFault.
FilterProgram parse_filter(const msg::TypeSupport& type, std::string_view expression,
                           const std::vector<std::string>& parameters);

}  // namespace baton::client
