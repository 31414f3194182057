// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

namespace rcpputils {

/// Calls a function when this object goes out of scope, unless it is cancelled.
template <class Callable>
class scope_exit {
 public:
  explicit scope_exit(Callable callable) : callable_(std::move(callable)) {}
  ~scope_exit() {
    if (!cancelled_) callable_();
  }
  scope_exit(scope_exit&& other)
      : callable_(std::move(other.callable_)), cancelled_(std::exchange(other.cancelled_, true)) {}
  scope_exit& operator=(scope_exit&&) = delete;

  void cancel() { cancelled_ = true; }

 private:
  Callable callable_;
  bool cancelled_ = false;
};

template <class Callable>
[[nodiscard]] scope_exit<std::decay_t<Callable>> make_scope_exit(Callable&& callable) {
  return scope_exit<std::decay_t<Callable>>(std::forward<Callable>(callable));
}

}  // namespace rcpputils

#define BATON_JOIN_STRING(one, other) one##other
#define RCPPUTILS_JOIN_STRING(one, other) BATON_JOIN_STRING(one, other)
#define RCPPUTILS_SCOPE_EXIT(code) \
  auto RCPPUTILS_JOIN_STRING(scope_exit_, __LINE__) = rcpputils::make_scope_exit([&]() { code; })
