// SPDX-License-Identifier: Apache-2.0
// The functions and guard conditions that are told of events of one endpoint as they happen.
//
// Thread safety: all of it. A function runs under mutex_, so that clear() knows that it runs no
// more; the mutex is recursive, because the function may set and clear.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "client/executor/guard_state.hpp"

namespace baton::client {

/// What a callback of an endpoint's options is told of.
enum class EventReport : unsigned char {
  deadline,
  liveliness,
  incompatible_qos,
  incompatible_type,
  message_lost,
  matched
};

class EventListeners {
 public:
  using Function = std::function<void(std::size_t)>;

  /// The function is told at once of events that came before.
  void set(EventReport kind, Function function) {
    const std::lock_guard lock(mutex_);
    Listener& one = of(kind);
    one.function = std::move(function);
    call(one);
  }
  void clear(EventReport kind) {
    const std::lock_guard lock(mutex_);
    of(kind).function = nullptr;
  }
  void ring(EventReport kind, std::shared_ptr<GuardState> guard) {
    const std::lock_guard lock(mutex_);
    of(kind).guard = std::move(guard);
  }

  void tell(EventReport kind) {
    const std::lock_guard lock(mutex_);
    Listener& one = of(kind);
    if (one.guard) one.guard->trigger();
    ++one.untold;
    call(one);
  }

 private:
  struct Listener {
    Function function;
    std::shared_ptr<GuardState> guard;
    std::size_t untold = 0;
  };

  Listener& of(EventReport kind) { return listeners_[static_cast<std::size_t>(kind)]; }
  static void call(Listener& one) {
    if (!one.function || one.untold == 0) return;
    const Function function = one.function;  // a copy: it may set another one
    function(std::exchange(one.untold, 0));
  }

  std::recursive_mutex mutex_;  // covers what follows
  std::array<Listener, 6> listeners_;
};

}  // namespace baton::client
