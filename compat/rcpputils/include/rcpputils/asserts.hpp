// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace rcpputils {

class AssertionException : public std::runtime_error {
 public:
  explicit AssertionException(const char* message) : std::runtime_error(message) {}
};

class IllegalStateException : public std::runtime_error {
 public:
  explicit IllegalStateException(const char* message) : std::runtime_error(message) {}
};

/// Throws std::invalid_argument.
inline void require_true(bool condition, const std::string& message = "invalid argument passed") {
  if (!condition) throw std::invalid_argument(message);
}

inline void check_true(bool condition,
                       const std::string& message = "check reported invalid state") {
  if (!condition) throw IllegalStateException(message.c_str());
}

/// Does nothing with NDEBUG.
inline void assert_true([[maybe_unused]] bool condition,
                        [[maybe_unused]] const std::string& message = "assertion failed") {
#ifndef NDEBUG
  if (!condition) throw AssertionException(message.c_str());
#endif
}

}  // namespace rcpputils
