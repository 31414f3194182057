// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace rcpputils {

/// Writes the parts between the delimiters to an iterator. An empty text has no parts.
template <class Iterator>
void split(const std::string& input, char delimiter, Iterator output, bool skip_empty = false) {
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find(delimiter, begin), input.size());
    if (!skip_empty || end > begin) *output++ = input.substr(begin, end - begin);
    begin = end + 1;
  }
}

inline std::vector<std::string> split(const std::string& input, char delimiter,
                                      bool skip_empty = false) {
  std::vector<std::string> parts;
  split(input, delimiter, std::back_inserter(parts), skip_empty);
  return parts;
}

}  // namespace rcpputils
