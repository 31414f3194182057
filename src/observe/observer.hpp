// SPDX-License-Identifier: Apache-2.0
// Looks at all participants of a domain without being one: reads their registry files and the
// memory that they write anyway.
//
// The processes that are looked at make no system call for it and are not woken. Thread safety:
// none.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "observe/observed_participant.hpp"
#include "observe/snapshot.hpp"
#include "shm/registry.hpp"

namespace baton::observe {

struct ObserverOptions {
  std::vector<std::string> directories;  // of registries, each with the domain
  std::set<std::string> topics{};        // fully qualified; empty: all
  bool messages = false;                 // list each message
  std::optional<std::size_t> stamp_offset{};
};

class Observer {
 public:
  explicit Observer(ObserverOptions options) : options_(std::move(options)) {}

  /// Reads rings, so that no message is missed that a ring still has. Cheap.
  void glance();
  /// What there is now. Rates are since the look before.
  Snapshot look();

 private:
  void find_participants();
  void look_in(const std::string& directory, std::set<std::string>& alive);
  void add_subscriptions(Snapshot& snapshot, const ObservedParticipant& participant,
                         std::int64_t now_ns);

  /// A message that a subscription holds: its match and its chunk.
  struct Hold {
    std::uint64_t subscriber_participant;
    std::uint64_t subscription;
    std::uint64_t publisher_participant;
    std::uint64_t publisher;
    shm::ChunkIndex chunk;
    auto operator<=>(const Hold&) const = default;
  };
  Held held(const Hold& hold, const ObservedParticipant* publisher, std::int64_t now_ns);

  struct Since {
    std::int64_t first_ns = 0;
    std::int64_t last_ns = 0;
    std::optional<std::uint64_t> sequence;
    std::uint64_t size_bytes = 0;
  };

  const ObserverOptions options_;
  std::map<std::string, std::unique_ptr<ObservedParticipant>> participants_;
  std::map<Hold, Since> holds_;
  std::int64_t looked_ns_ = 0;
};

}  // namespace baton::observe
