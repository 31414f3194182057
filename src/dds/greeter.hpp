// SPDX-License-Identifier: Apache-2.0
// Makes this participant known to those that come.
//
// Fast DDS answers a participant that announces itself once. A participant that announces itself
// before it listens, as every one of Fast DDS 2.9 does, may miss that answer. Fast DDS repeats the
// answer only with the next announcement, 3 s later. So this class repeats it, with growing pauses,
// until the other participant has shown that it knows. Thread safety: all of it; introductions are
// made in the loop's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/event_loop.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

class Greeter : public std::enable_shared_from_this<Greeter> {
 public:
  /// A new participant begins to listen within the first pauses.
  static constexpr std::int64_t first_pause_ns = 1'000'000;
  /// With growing pauses, this one is reached about when Fast DDS announces again.
  static constexpr std::int64_t longest_pause_ns = 1'000'000'000;

  explicit Greeter(std::shared_ptr<base::EventLoop> loop) : loop_(std::move(loop)) {}

  void join(std::shared_ptr<Wire> wire);
  /// Does not use the wire any more, until join().
  void leave();
  /// Called when a participant has come.
  void greet(const Guid& participant) { introduce_in(first_pause_ns, participant); }

 private:
  void introduce_in(std::int64_t pause_ns, const Guid& participant);
  void introduce(std::int64_t pause_ns, const Guid& participant);

  const std::shared_ptr<base::EventLoop> loop_;
  std::mutex mutex_;            // covers what follows, also while it is used
  std::shared_ptr<Wire> wire_;  // null: on no wire
};

}  // namespace baton::dds
