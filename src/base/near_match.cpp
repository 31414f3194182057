// SPDX-License-Identifier: Apache-2.0
#include "base/near_match.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace baton::base {
namespace {

/// How many letters have to be inserted, removed or replaced.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t edits = edits_between(wrong, candidate);
    if (edits < least) {
      least = edits;
      nearest = &candidate;
    }
  }
  return nearest == nullptr ? std::string() : "; did you mean " + *nearest + "?";
}

}  // namespace baton::base
