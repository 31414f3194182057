// SPDX-License-Identifier: Apache-2.0
// Rings sleeping readers again. A ring may not arrive, because every process that holds a bell can
// read it away. So a reader that sleeps although messages are unread is rung again: after every
// period with messages, and then ever less often until it has read.
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
    /// How many messages were published so far.
    std::function<std::uint64_t()> published;
    /// Rings readers again that sleep although messages are unread; returns how many these were.
    std::function<std::size_t()> ring;
  };
  SecondRings(std::shared_ptr<base::EventLoop> loop, Callbacks callbacks)
      : loop_(std::move(loop)), callbacks_(std::move(callbacks)) {}
  ~SecondRings() { loop_->cancel_timer(timer_); }
  SecondRings(const SecondRings&) = delete;
  SecondRings& operator=(const SecondRings&) = delete;

  /// Called by the BellWatch after each period. While the watch runs, publishers do not repeat a
  /// ring. So after the last period this looks at everything that was published meanwhile.
  void on_period(bool rung);

 private:
  void look();

  const std::shared_ptr<base::EventLoop> loop_;
  const Callbacks callbacks_;
  std::uint64_t published_ = 0;  // the number of messages at the last look
  std::int64_t pause_ns_ = 0;
  base::TimerId timer_{};
};

}  // namespace baton::transport
