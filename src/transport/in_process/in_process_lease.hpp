// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "base/event_loop.hpp"

namespace baton::transport {

/// Watches a publisher that has promised to assert its liveliness. Thread safety: all of it.
class InProcessLease {
 public:
  /// `on_change` is called with no lock held: by the loop's thread when liveliness is lost, by the
  /// asserting thread when it is gained. The publisher is alive at first.
  InProcessLease(std::shared_ptr<base::EventLoop> loop, std::int64_t lease_ns,
                 std::function<void(bool alive)> on_change);
  /// on_change does not run once this has returned.
  ~InProcessLease();

  void assert_alive();
  bool alive() const;

 private:
  void watch(std::int64_t from_now_ns);  // with the mutex held
  void look();

  const std::shared_ptr<base::EventLoop> loop_;
  const std::int64_t lease_ns_;
  const std::function<void(bool)> on_change_;
  std::atomic<std::int64_t> asserted_ns_;  // a figure; nothing is ordered by it
  mutable std::mutex mutex_;               // covers what follows
  bool alive_ = true;
  bool stopping_ = false;
  base::TimerId timer_{};
};

}  // namespace baton::transport
