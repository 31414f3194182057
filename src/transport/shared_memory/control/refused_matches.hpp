// SPDX-License-Identifier: Apache-2.0
// The matches that a publishing process has refused to this one. They are not asked for again, or
// only now and then.
//
// Thread safety: the participant's thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace baton::transport {

// Ordered by subscription, so that the matches of one subscription are neighbours.
struct MatchKey {
  std::uint64_t subscription = 0;
  std::uint64_t publisher = 0;
  auto operator<=>(const MatchKey&) const = default;
};

/// Holds only pairs whose two endpoints both exist.
class RefusedMatches {
 public:
  void add_for_good(const MatchKey& key) { entries_[key] = State::for_good; }
  /// For a refusal that lacks a resource, which may be free later. False if the user was told
  /// already.
  bool add_for_now(const MatchKey& key) {
    return entries_.insert_or_assign(key, State::for_now).second;
  }
  /// Whether the match is not to be asked for now.
  bool has(const MatchKey& key) const {
    const auto at = entries_.find(key);
    return at != entries_.end() && at->second != State::asked_again;
  }
  /// Allows to ask again for matches that were refused for now. True if there is one.
  bool ask_again() {
    bool any = false;
    for (auto& [key, state] : entries_) {
      if (state == State::for_good) continue;
      state = State::asked_again;
      any = true;
    }
    return any;
  }

  void erase(const MatchKey& key) { entries_.erase(key); }
  /// Returns the publishers that have refused it only for now, and have not forgotten it.
  std::vector<std::uint64_t> forget_subscription(std::uint64_t subscription) {
    std::vector<std::uint64_t> asked;
    auto at = entries_.lower_bound({subscription, 0});
    while (at != entries_.end() && at->first.subscription == subscription) {
      if (at->second != State::for_good) asked.push_back(at->first.publisher);
      at = entries_.erase(at);
    }
    return asked;
  }
  void forget_publisher(std::uint64_t publisher) {
    std::erase_if(entries_, [&](const auto& entry) { return entry.first.publisher == publisher; });
  }
  void keep_publishers(std::vector<std::uint64_t> there) {
    std::sort(there.begin(), there.end());
    std::erase_if(entries_, [&](const auto& entry) {
      return !std::binary_search(there.begin(), there.end(), entry.first.publisher);
    });
  }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

 private:
  enum class State { for_good, for_now, asked_again };
  std::map<MatchKey, State> entries_;
};

}  // namespace baton::transport
