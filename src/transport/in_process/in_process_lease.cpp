// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_lease.hpp"

#include "base/clock.hpp"

namespace baton::transport {

InProcessLease::InProcessLease(std::shared_ptr<base::EventLoop> loop, std::int64_t lease_ns,
                               std::function<void(bool)> on_change)
    : loop_(std::move(loop)),
      lease_ns_(lease_ns),
      on_change_(std::move(on_change)),
      asserted_ns_(base::monotonic_ns()) {
  const std::lock_guard lock(mutex_);
  watch(lease_ns_);
}

InProcessLease::~InProcessLease() {
  base::TimerId timer{};
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    timer = timer_;
  }
  loop_->cancel_timer(timer);
}

void InProcessLease::watch(std::int64_t from_now_ns) {
  if (stopping_) return;
  timer_ = loop_->add_timer(from_now_ns, 0, [this] { look(); });
}

void InProcessLease::look() {
  {
    const std::lock_guard lock(mutex_);
    // Relaxed: this is only a figure.
    const std::int64_t left_ns =
        asserted_ns_.load(std::memory_order_relaxed) + lease_ns_ - base::monotonic_ns();
    if (left_ns > 0) return watch(left_ns);
    alive_ = false;
  }
  on_change_(false);
}

void InProcessLease::assert_alive() {
  asserted_ns_.store(base::monotonic_ns(), std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    if (alive_) return;
    alive_ = true;
    watch(lease_ns_);
  }
  on_change_(true);
}

bool InProcessLease::alive() const {
  const std::lock_guard lock(mutex_);
  return alive_;
}

}  // namespace baton::transport
