// SPDX-License-Identifier: Apache-2.0
#include "base/paced_work.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace baton::base {
namespace {

constexpr std::int64_t shortest_pause_ns = 2'000'000;
/// The pause is 20 times the cost of a run: each reader of what was written has as much work again
/// and more, as reading costs a multiple of writing.
constexpr std::int64_t pause_per_cost = 20;

}  // namespace

void PacedWork::request() {
  if (requested_) return;
  requested_ = true;
  timer_ = loop_->add_timer(next_ns_ - monotonic_ns(), 0, [this] { run(); });
}

void PacedWork::cancel() {
  // Waits for a run that has begun; until then `requested_` belongs to that run.
  loop_->cancel_timer(timer_);
  requested_ = false;
}

void PacedWork::run() {
  requested_ = false;
  const std::int64_t begun_ns = monotonic_ns();
  work_();
  const std::int64_t ended_ns = monotonic_ns();
  next_ns_ = ended_ns + std::max(shortest_pause_ns, pause_per_cost * (ended_ns - begun_ns));
}

}  // namespace baton::base
