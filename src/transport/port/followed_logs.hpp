// SPDX-License-Identifier: Apache-2.0
// The logs of publishing processes that a wait set follows, and which waitable waits for which
// place in them.
//
// Thread safety: none; the wait set's mutex covers it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "shm/publication_log.hpp"

namespace baton::transport {

class Waitable;

class FollowedLogs {
 public:
  bool empty() const { return logs_.empty(); }

  /// From now on read() finds the waitable after a publication at `place`. What was published
  /// before, it does not tell.
  void add(std::shared_ptr<const shm::Log> log, std::uint16_t place, Waitable& waitable) {
    auto at = std::find_if(logs_.begin(), logs_.end(),
                           [&](const Followed& each) { return each.log == log; });
    if (at == logs_.end()) {
      const std::uint64_t seen = log->count.load(std::memory_order_acquire);  // [log/count] reader
      logs_.push_back({std::move(log), seen, {}});
      at = logs_.end() - 1;
    }
    const Follower follower{place, &waitable};
    at->followers.insert(
        std::upper_bound(at->followers.begin(), at->followers.end(), follower, by_place), follower);
  }

  /// True if the waitable was there. A log that none waits for any more is put into `left`, whose
  /// release may run foreign code.
  bool remove(const Waitable& waitable, std::shared_ptr<const void>& left) {
    for (auto log = logs_.begin(); log != logs_.end(); ++log) {
      const auto erased = std::erase_if(
          log->followers, [&](const Follower& each) { return each.waitable == &waitable; });
      if (erased == 0) continue;
      if (log->followers.empty()) {
        left = std::move(log->log);
        logs_.erase(log);
      }
      return true;
    }
    return false;
  }

  /// Calls `see(waitable)` for each that may have become ready since the last time.
  template <class See>
  void read(See see) {
    for (Followed& each : logs_) {
      const bool told = shm::read_log(*each.log, each.seen, [&](std::uint16_t place) {
        const auto [begin, end] = std::equal_range(each.followers.begin(), each.followers.end(),
                                                   Follower{place, nullptr}, by_place);
        for (auto at = begin; at != end; ++at) see(*at->waitable);
      });
      if (told) continue;
      for (const Follower& follower : each.followers) see(*follower.waitable);
    }
  }

 private:
  struct Follower {
    std::uint16_t place;
    Waitable* waitable;
  };
  struct Followed {
    std::shared_ptr<const shm::Log> log;
    std::uint64_t seen;               // of its count
    std::vector<Follower> followers;  // in the order of their places
  };
  static bool by_place(const Follower& left, const Follower& right) {
    return left.place < right.place;
  }

  std::vector<Followed> logs_;
};

}  // namespace baton::transport
