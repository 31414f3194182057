// SPDX-License-Identifier: Apache-2.0
// What a guard condition shares with the wait set it is in, and with waitables that wait for it.
//
// Thread safety: all of it. Order of locks: mutex_, then that of a listener, then those of the wait
// set that is posted to.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "transport/port/wait_set.hpp"

namespace baton::client {

/// Is told of each trigger, with the guard condition's mutex held.
class GuardListener {
 public:
  virtual void guard_triggered() noexcept = 0;

 protected:
  ~GuardListener() = default;
};

class GuardState : public transport::Waitable {
 public:
  void trigger();
  void set_callback(std::function<void(std::size_t)> callback);

  /// False if another wait set has it.
  bool join(const std::shared_ptr<transport::WaitSet>& wait_set, const std::weak_ptr<void>& who);
  void leave();

  /// Tells the listener from now on, once for each trigger. A listener that is gone is forgotten.
  void add(const std::shared_ptr<GuardListener>& listener);
  void remove(const GuardListener& listener);

  // [guard/wait] the waiting thread
  bool is_ready() const noexcept override { return triggered_.load(std::memory_order_acquire); }
  /// True if it was ready; from now on it is not.
  bool consume();

 private:
  std::atomic<bool> triggered_{false};  // raised by trigger(), taken down by the wait

  // Covers what follows. Recursive: the callback may trigger, and replace itself.
  std::recursive_mutex mutex_;
  std::size_t unheard_ = 0;
  std::function<void(std::size_t)> callback_;
  std::shared_ptr<transport::WaitSet> wait_set_;
  std::vector<std::weak_ptr<GuardListener>> listeners_;
};

}  // namespace baton::client
