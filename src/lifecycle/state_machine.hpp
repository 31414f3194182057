// SPDX-License-Identifier: Apache-2.0
// In which state a lifecycle node is.
//
// Thread safety: all of it. A transition belongs to the thread whose begin() got it, until its
// end(): what is asked for meanwhile is refused. So the callbacks of a transition need no lock.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>

#include "lifecycle/transition_table.hpp"

namespace baton::lifecycle {

/// A transition by its number or by its label.
using Asked = std::variant<std::uint8_t, std::string_view>;

class StateMachine {
 public:
  /// Is told of each step under the lock, so that it hears them in their order and before anything
  /// can follow.
  using Observer = std::function<void(const Row&)>;

  struct Begun {
    const Row* row = nullptr;
    std::string refusal;  // if there is no row
  };

  /// Before the first step.
  void set_observer(Observer observer);

  StateId state() const;
  Begun begin(const Asked& asked);
  /// Of the transition that has begun; `result` is what its callback returned.
  StateId end(Trigger result);

 private:
  /// With mutex_ held.
  void step(const Row& row);

  mutable std::mutex mutex_;  // covers what follows
  StateId state_ = StateId::unconfigured;
  Observer observer_;
};

}  // namespace baton::lifecycle
