// SPDX-License-Identifier: Apache-2.0
// What endpoints elsewhere have announced of themselves and may not change (DDS 1.4, 2.2.3): Fast
// DDS 2.9 takes such a change, and asserts later that it never came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace baton::dds {

/// Thread safety: all of it. Memory is bounded: when a peer floods it, endpoints count as new.
class KnownEndpoints {
 public:
  /// False: the endpoint with that GUID announced something else before.
  bool agrees(std::span<const std::byte> guid, std::uint64_t what_stays) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= most_endpoints) known_.clear();
    return known_.try_emplace(std::string(text_of(guid)), what_stays).first->second == what_stays;
  }
  /// That endpoint has ended: a later one may have its GUID, and be another one.
  void forget(std::span<const std::byte> guid) {
    const std::lock_guard lock(mutex_);
    known_.erase(std::string(text_of(guid)));
  }
  /// All endpoints whose GUIDs begin with those bytes have ended. Takes a time that grows with
  /// their number, and not with that of others: a stranger may come and go with each datagram.
  void forget_participant(std::span<const std::byte> prefix) {
    const std::lock_guard lock(mutex_);
    const auto first = known_.lower_bound(std::string(text_of(prefix)));
    auto end = first;
    while (end != known_.end() && end->first.starts_with(text_of(prefix))) ++end;
    known_.erase(first, end);
  }

 private:
  static constexpr std::size_t most_endpoints = 1 << 16;
  static std::string_view text_of(std::span<const std::byte> guid) {
    return {reinterpret_cast<const char*>(guid.data()), guid.size()};
  }

  std::mutex mutex_;  // covers what follows
  std::map<std::string, std::uint64_t> known_;
};

}  // namespace baton::dds
