// SPDX-License-Identifier: Apache-2.0
// Ends the waits of threads that wait for the other side of a service.
//
// Thread safety: all of it. The transport's thread and shutdown say that something changed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace baton::client {

class PeerWatch {
 public:
  void on_change() {
    {
      const std::lock_guard lock(mutex_);
      ++changes_;
    }
    changed_.notify_all();
  }

  /// Read this before looking at the graph, so that no change in between is missed.
  std::uint64_t changes() const {
    const std::lock_guard lock(mutex_);
    return changes_;
  }

  /// False if there was no change until `deadline`.
  bool wait_for_change(std::uint64_t since, std::chrono::steady_clock::time_point deadline) const {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline, [&] { return changes_ != since; });
  }

 private:
  mutable std::mutex mutex_;  // covers what follows
  mutable std::condition_variable changed_;
  std::uint64_t changes_ = 0;
};

}  // namespace baton::client
