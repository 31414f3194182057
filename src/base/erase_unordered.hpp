// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace baton::base {

/// Like std::erase_if, for a vector whose order means nothing: removing an element costs one move,
/// wherever the element is.
template <class T, class Predicate>
void erase_unordered_if(std::vector<T>& vector, Predicate goes) {
  for (size_t i = 0; i < vector.size();) {
    if (!goes(vector[i])) {
      ++i;
      continue;
    }
    if (i + 1 < vector.size()) vector[i] = std::move(vector.back());
    vector.pop_back();
  }
}

}  // namespace baton::base
