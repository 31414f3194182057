// SPDX-License-Identifier: Apache-2.0
// A ring may not arrive, as every process that holds a bell can take it. So a reader that sleeps
// although messages are unread is rung again, after every period with messages, and then ever less
// often until it has read.
//
// Thread safety: the loop's thread, except for construction and destruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/event_loop.hpp"

namespace baton::transport {

class SecondRings {
 public:
  struct Callbacks {
    /// How many messages so far.
    std::function<std::uint64_t()> published;
    /// Rings the readers again that need it, and returns how many these were.
    std::function<std::size_t()> ring;
  };
  SecondRings(std::shared_ptr<base::EventLoop> loop, Callbacks callbacks)
      : loop_(std::move(loop)), callbacks_(std::move(callbacks)) {}
  ~SecondRings() { loop_->cancel_timer(timer_); }
  SecondRings(const SecondRings&) = delete;
  SecondRings& operator=(const SecondRings&) = delete;

  /// Of the BellWatch. After its last period everything that was published without a ring, because
  /// it watched, is looked at: what comes later rings.
  void on_period(bool rung);

 private:
  void look();

  const std::shared_ptr<base::EventLoop> loop_;
  const Callbacks callbacks_;
  std::uint64_t published_ = 0;  // as of the last look
  std::int64_t pause_ns_ = 0;
  base::TimerId timer_{};
};

}  // namespace baton::transport
