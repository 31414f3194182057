// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace baton::base {

/// Writes one line to standard error and aborts. `names` is the text of the macro's extra
/// arguments.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line,
                                   const char* names, const std::vector<std::string>& values);

namespace detail {
/// A function of its own that takes the values by value: the function that asserts need not keep
/// any of them in memory.
template <class... Values>
[[noreturn, gnu::cold, gnu::noinline]] void report_failed(const char* expression, const char* file,
                                                          int line, const char* names,
                                                          Values... values) {
  assertion_failed(expression, file, line, names, {fmt::format("{}", values)...});
}
}  // namespace detail

}  // namespace baton::base

/// For bugs of Baton only, never for what a peer, a file or the system did. On in every build:
///   BATON_ASSERT(chunk < count, chunk, count);
///   src/shm/pool.cpp:31: assertion failed: chunk < count (chunk = 9, count = 8)
#define BATON_ASSERT(expression, ...)                                                   \
  do {                                                                                  \
    if (!(expression)) [[unlikely]] {                                                   \
      ::baton::base::detail::report_failed(#expression, __FILE__, __LINE__,             \
                                           "" #__VA_ARGS__ __VA_OPT__(, ) __VA_ARGS__); \
    }                                                                                   \
  } while (false)
