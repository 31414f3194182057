// SPDX-License-Identifier: Apache-2.0
// Makes this participant known to those that come.
//
// Fast DDS answers a participant that announces itself once. One that announces first and listens
// then, as every participant of Fast DDS 2.9 does, may not hear it, and is told again only with the
// next announcement, 3 s later. So it is told again until it has shown that it knows, with growing
// pauses. Thread safety: all of it; introductions are made in the loop's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/event_loop.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

class Greeter : public std::enable_shared_from_this<Greeter> {
 public:
  /// The first pauses are those in which a participant begins to listen.
  static constexpr std::int64_t first_pause_ns = 1'000'000;
  /// About as long as until the next announcement.
  static constexpr std::int64_t longest_pause_ns = 1'000'000'000;

  explicit Greeter(std::shared_ptr<base::EventLoop> loop) : loop_(std::move(loop)) {}

  void join(std::shared_ptr<Wire> wire);
  /// Uses the wire no more, until join().
  void leave();
  /// A participant has come.
  void greet(const Guid& participant) { introduce_in(first_pause_ns, participant); }

 private:
  void introduce_in(std::int64_t pause_ns, const Guid& participant);
  void introduce(std::int64_t pause_ns, const Guid& participant);

  const std::shared_ptr<base::EventLoop> loop_;
  std::mutex mutex_;            // covers what follows, also while it is used
  std::shared_ptr<Wire> wire_;  // null: on none
};

}  // namespace baton::dds
