// SPDX-License-Identifier: Apache-2.0
// The timers of an executor, by when they are due.
//
// Thread safety: all of it; one small mutex, a leaf.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <baton/executable.hpp>

namespace baton::client {

class TimerQueue {
 public:
  static constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

  /// Puts `timer` where it belongs, once; replaces an earlier place. CLOCK_MONOTONIC. True if it is
  /// the first now: the waiting thread has to know.
  bool schedule(const Executable& timer, std::weak_ptr<void> who, std::int64_t due_ns);
  void remove(const Executable& timer);

  /// When the first is due; never_ns if there is none. One load.
  // [due/wait] the waiting thread
  std::int64_t first_due_ns() const { return first_due_ns_.load(std::memory_order_acquire); }
  /// Takes out those that are due.
  void collect(std::int64_t now_ns, std::vector<std::shared_ptr<void>>& found);

 private:
  struct Entry {
    const Executable* timer;
    std::weak_ptr<void> who;
  };
  using Entries = std::multimap<std::int64_t, Entry>;

  void erase(const Executable& timer);
  void publish_first();

  std::atomic<std::int64_t> first_due_ns_{never_ns};  // written under the mutex, read by the waiter
  std::mutex mutex_;                                  // covers what follows
  Entries by_time_;
  std::unordered_map<const Executable*, Entries::iterator> places_;
};

}  // namespace baton::client
