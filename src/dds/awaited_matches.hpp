// SPDX-License-Identifier: Apache-2.0
// Matches of which the other side has not yet shown that it knows of them, too. A match counts once
// the other side has shown that, or after `patience_ns`: a peer that cannot show it is not left
// out.
//
// Thread safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/clock.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

template <class Facts>
class AwaitedMatches {
 public:
  /// Longer than discovery needs to repeat what was lost on the way: announcements come every 3 s.
  static constexpr std::int64_t patience_ns = 4'000'000'000;
  static constexpr std::int64_t first_look_ns = 1'000'000;
  static constexpr std::int64_t longest_pause_ns = 50'000'000;

  struct Match {
    std::int64_t since_ns = 0;  // CLOCK_MONOTONIC
    Facts facts{};
  };
  using Matches = std::map<Guid, Match>;

  /// True: the caller has to begin to look at the matches, after first_look_ns.
  bool add(const Guid& peer, Facts facts) {
    if (!matches_.emplace(peer, Match{base::monotonic_ns(), std::move(facts)}).second) return false;
    pause_ns_ = first_look_ns;
    return !std::exchange(is_looked_at_, true);
  }
  bool has(const Guid& peer) const { return matches_.contains(peer); }
  Facts* find(const Guid& peer) {
    const auto found = matches_.find(peer);
    return found == matches_.end() ? nullptr : &found->second.facts;
  }
  static bool is_late(const Match& match) {
    return base::monotonic_ns() - match.since_ns >= patience_ns;
  }
  void remove(const Guid& peer) { matches_.erase(peer); }
  void clear() { matches_.clear(); }
  std::size_t size() const { return matches_.size(); }
  const Matches& all() const { return matches_; }
  /// The pause before the next look; 0: no look until a match is added.
  std::int64_t next_pause_ns() {
    is_looked_at_ = !matches_.empty();
    if (!is_looked_at_) return 0;
    return std::exchange(pause_ns_, std::min(pause_ns_ * 3 / 2, longest_pause_ns));
  }

 private:
  Matches matches_;
  std::int64_t pause_ns_ = first_look_ns;
  bool is_looked_at_ = false;
};

}  // namespace baton::dds
