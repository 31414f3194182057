// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/liveliness_watch.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"

namespace baton::transport {
namespace {

/// How often to look whether a silent publisher asserts again: no publisher can ring for that.
constexpr std::int64_t shortest_look_ns = 1'000'000;
constexpr std::int64_t longest_look_ns = 100'000'000;

}  // namespace

LivelinessWatch::~LivelinessWatch() {
  for (auto& [handle, watched] : watched_) loop_->cancel_timer(watched.timer);
}

std::uint64_t LivelinessWatch::add(std::int64_t lease_ns, Asserted asserted, OnChange on_change) {
  const std::uint64_t handle = next_++;
  const std::int64_t now_ns = base::monotonic_ns();
  const std::int64_t seen = asserted();
  Watched& watched = watched_
                         .emplace(handle, Watched{std::max<std::int64_t>(lease_ns, 1),
                                                  std::move(asserted),
                                                  std::move(on_change),
                                                  true,
                                                  seen,
                                                  now_ns,
                                                  now_ns,
                                                  {}})
                         .first->second;
  look_later(handle, watched, watched.lease_ns);
  return handle;
}

void LivelinessWatch::remove(std::uint64_t handle) {
  const auto at = watched_.find(handle);
  if (at == watched_.end()) return;
  const base::TimerId timer = at->second.timer;
  watched_.erase(at);
  loop_->cancel_timer(timer);
}

void LivelinessWatch::look_later(std::uint64_t handle, Watched& watched, std::int64_t delay_ns) {
  watched.timer = loop_->add_timer(delay_ns, 0, [this, handle] { look(handle); });
}

void LivelinessWatch::look(std::uint64_t handle) {
  const auto at = watched_.find(handle);
  if (at == watched_.end()) return;
  Watched& watched = at->second;
  const std::int64_t now_ns = base::monotonic_ns();
  if (const std::int64_t seen = watched.asserted(); seen != watched.seen) {
    // The publisher's clock may lie, or belong to another time namespace. In any case the publisher
    // has asserted since the last look.
    watched.asserted_at_ns = std::clamp(seen, watched.looked_at_ns, now_ns);
    watched.seen = seen;
  }
  watched.looked_at_ns = now_ns;
  const std::int64_t silent_ns = now_ns - watched.asserted_at_ns;
  const bool alive = silent_ns < watched.lease_ns;
  const std::int64_t delay_ns =
      alive ? watched.lease_ns - silent_ns
            : std::clamp(watched.lease_ns / 4, shortest_look_ns, longest_look_ns);
  look_later(handle, watched, delay_ns);
  if (std::exchange(watched.alive, alive) == alive) return;
  const OnChange on_change = watched.on_change;  // the callback may remove what it belongs to
  on_change(alive);
}

}  // namespace baton::transport
