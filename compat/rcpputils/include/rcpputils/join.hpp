// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

namespace rcpputils {

/// Returns the elements as a stream prints them, with `delimiter` between them.
template <class Container, class Character>
std::basic_string<Character> join(const Container& container, const Character* delimiter) {
  std::basic_ostringstream<Character> text;
  bool first = true;
  for (const auto& element : container) {
    if (!first && delimiter != nullptr) text << delimiter;
    text << element;
    first = false;
  }
  return text.str();
}

}  // namespace rcpputils
