// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/second_rings.hpp"

namespace baton::transport {
namespace {

constexpr std::int64_t first_pause_ns = 500'000'000;

}  // namespace

void SecondRings::on_period(bool rung) {
  // Second rings do not count as a reason, or they would be made in every period.
  if (!rung && callbacks_.published() == published_) return;
  pause_ns_ = first_pause_ns;
  look();
}

void SecondRings::look() {
  loop_->cancel_timer(timer_);
  published_ = callbacks_.published();
  if (callbacks_.ring() == 0) return;
  timer_ = loop_->add_timer(pause_ns_, 0, [this] { look(); });
  pause_ns_ *= 2;  // a reader may never read; a sum stays in range for 500 years
}

}  // namespace baton::transport
