// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "base/event_loop.hpp"

namespace baton::transport {

/// A callback that the loop's thread or any other thread calls, one call at a time, until stop()
/// has returned. Shared by its callers and by the object that it tells about. Thread safety: all of
/// it.
template <class... Args>
class SerialCallback : public std::enable_shared_from_this<SerialCallback<Args...>> {
 public:
  explicit SerialCallback(std::function<void(Args...)> callback)
      : set_(static_cast<bool>(callback)), callback_(std::move(callback)) {}

  /// False: there never was a callback, so the caller need not put the arguments together.
  bool is_set() const { return set_; }

  void call(const Args&... args) {
    const std::lock_guard lock(mutex_);
    if (!callback_ || stopped_) return;
    ++depth_;
    callback_(args...);
    if (--depth_ == 0 && stopped_) callback_ = nullptr;
  }
  /// Calls back in the loop's thread, in the order of the calls to post().
  void post(base::EventLoop& loop, Args... args) {
    if (!set_) return;
    loop.post([self = this->shared_from_this(), args...] { self->call(args...); });
  }
  /// Waits for a call that is running in another thread. A call may stop its own callback.
  void stop() {
    std::function<void(Args...)> gone;  // destroyed without the lock
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (depth_ == 0) gone = std::exchange(callback_, nullptr);
  }

 private:
  const bool set_;
  std::recursive_mutex mutex_;  // held during a call; covers what follows
  std::function<void(Args...)> callback_;
  int depth_ = 0;
  bool stopped_ = false;
};

}  // namespace baton::transport
