// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "base/event_loop.hpp"

namespace baton::transport {

/// A callback that is called by a loop's thread or by any other, one call at a time, until stop()
/// has returned. Shared by its callers and by the object that it tells about. Thread safety: all of
/// it.
template <class... Args>
class SerialCallback : public std::enable_shared_from_this<SerialCallback<Args...>> {
 public:
  explicit SerialCallback(std::function<void(Args...)> callback)
      : set_(static_cast<bool>(callback)), callback_(std::move(callback)) {}

  /// False: there is no callback and never was, so that the arguments need not be put together.
  bool is_set() const { return set_; }

  void call(const Args&... args) {
    const std::lock_guard lock(mutex_);
    if (!callback_ || stopped_) return;
    ++depth_;
    callback_(args...);
    if (--depth_ == 0 && stopped_) callback_ = nullptr;
  }
  /// In the loop's thread, in the order of the calls.
  void post(base::EventLoop& loop, Args... args) {
    if (!set_) return;
    loop.post([self = this->shared_from_this(), args...] { self->call(args...); });
  }
  /// Waits for a call that is running in another thread; a call may stop its own callback.
  void stop() {
    std::function<void(Args...)> gone;  // goes without the lock
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (depth_ == 0) gone = std::exchange(callback_, nullptr);
  }

 private:
  const bool set_;
  std::recursive_mutex mutex_;  // held over the call; covers what follows
  std::function<void(Args...)> callback_;
  int depth_ = 0;
  bool stopped_ = false;
};

}  // namespace baton::transport
