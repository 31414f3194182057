// SPDX-License-Identifier: Apache-2.0
// Work that many small causes ask for and that is done for all of them together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/event_loop.hpp"

namespace baton::base {

/// At once when it was not done lately; then again after a pause that grows with what it cost, so
/// that it takes a small part of the thread's time however often it is asked for. Thread safety:
/// the loop's thread, except for construction and destruction.
class PacedWork {
 public:
  PacedWork(std::shared_ptr<EventLoop> loop, std::function<void()> work)
      : loop_(std::move(loop)), work_(std::move(work)) {}
  ~PacedWork() { cancel(); }
  PacedWork(const PacedWork&) = delete;
  PacedWork& operator=(const PacedWork&) = delete;

  /// Soon, never within this call.
  void request();
  /// What was requested and not yet done is forgotten.
  void cancel();

 private:
  void run();

  const std::shared_ptr<EventLoop> loop_;
  const std::function<void()> work_;
  TimerId timer_{};
  bool requested_ = false;
  std::int64_t next_ns_ = 0;  // not before
};

}  // namespace baton::base
