// SPDX-License-Identifier: Apache-2.0
#include "dds/greeter.hpp"

#include <utility>

namespace baton::dds {

void Greeter::join(std::shared_ptr<Wire> wire) {
  const std::lock_guard lock(mutex_);
  wire_ = std::move(wire);
}

void Greeter::leave() {
  const std::lock_guard lock(mutex_);
  wire_.reset();
}

void Greeter::introduce_in(std::int64_t pause_ns, const Guid& participant) {
  (void)loop_->add_timer(pause_ns, 0, [weak = weak_from_this(), pause_ns, participant] {
    if (const auto alive = weak.lock()) alive->introduce(pause_ns, participant);
  });
}

void Greeter::introduce(std::int64_t pause_ns, const Guid& participant) {
  {
    const std::lock_guard lock(mutex_);
    if (!wire_ || wire_->introduce(participant)) return;
  }
  if (pause_ns < longest_pause_ns) introduce_in(pause_ns * 2, participant);
}

}  // namespace baton::dds
