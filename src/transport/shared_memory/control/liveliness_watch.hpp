// SPDX-License-Identifier: Apache-2.0
// Watches publishers that must assert that they are alive.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "base/event_loop.hpp"

namespace baton::transport {

/// Each watched publisher has a timer, set to the end of its lease. One that asserts in time costs
/// a wake-up per lease; with no publisher watched there is no timer. Thread safety: the loop's
/// thread, except for construction and destruction.
class LivelinessWatch {
 public:
  /// The CLOCK_MONOTONIC time of the last assertion. This is input: any number is possible.
  using Asserted = std::function<std::int64_t()>;
  /// Called at each change. The publisher is alive at first. May call remove().
  using OnChange = std::function<void(bool alive)>;

  explicit LivelinessWatch(std::shared_ptr<base::EventLoop> loop) : loop_(std::move(loop)) {}
  ~LivelinessWatch();
  LivelinessWatch(const LivelinessWatch&) = delete;
  LivelinessWatch& operator=(const LivelinessWatch&) = delete;

  /// Returns a handle, from 1.
  std::uint64_t add(std::int64_t lease_ns, Asserted asserted, OnChange on_change);
  /// Unknown handles are ignored.
  void remove(std::uint64_t handle);

 private:
  struct Watched {
    std::int64_t lease_ns;
    Asserted asserted;
    OnChange on_change;
    bool alive = true;
    std::int64_t seen;            // what asserted() returned last
    std::int64_t looked_at_ns;    // when asserted() returned it
    std::int64_t asserted_at_ns;  // by this process's clock
    base::TimerId timer{};
  };

  void look(std::uint64_t handle);
  void look_later(std::uint64_t handle, Watched& watched, std::int64_t delay_ns);

  const std::shared_ptr<base::EventLoop> loop_;
  std::map<std::uint64_t, Watched> watched_;
  std::uint64_t next_ = 1;
};

}  // namespace baton::transport
