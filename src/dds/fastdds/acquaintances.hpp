// SPDX-License-Identifier: Apache-2.0
// What the other participants have shown that they know of this one.
//
// DDS tells an endpoint of a match when it knows the other one. Whether the other one knows it,
// too, is seen in what comes from there: acknowledgements. A participant that does not know yet is
// asked: it is sent again what Fast DDS has sent and it may not have heard, because it was not yet
// listening or had not yet heard of us. Fast DDS itself comes back to that after 3 s (a
// participant) and 1 s (an endpoint).
//
// All of it is as if the network had delivered a packet twice. Only the heartbeats of the
// announcements of endpoints are numbered anew, Fast DDS's and ours in one row, as readers pass
// over old ones. Under DDS security others cannot be read, so this is not there.
//
// Thread safety: all of it; nothing blocks. Its mutex is inside all others.
// Memory: one entry for each participant that Fast DDS has discovered, bounded in size.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "dds/fastdds/address.hpp"
#include "dds/fastdds/rtps.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

/// Where a participant listens.
struct Whereabouts {
  std::vector<Address> of_discovery;
  std::vector<Address> of_endpoints;
};

class Acquaintances {
 public:
  /// Matches that are remembered of one participant. Others count when it has become too late to
  /// wait.
  static constexpr std::size_t most_matches = 4096;

  /// May not call back.
  using Send = std::function<void(rtps::Bytes datagram, const std::vector<Address>& to)>;

  explicit Acquaintances(Send send) : send_(std::move(send)) {}

  // ---- what passes by ----

  /// What is about to be sent. True: `changed` is sent instead.
  bool on_sending(rtps::Bytes datagram, std::vector<std::uint8_t>& changed);
  void on_received(rtps::Bytes datagram);
  void add(const Guid& participant, Whereabouts whereabouts);
  void remove(const Guid& participant);
  /// A match of ours ended: what the other endpoint has shown says nothing of the next one.
  void forget(const Guid& ours, const Guid& theirs);

  // ---- what they know ----

  /// Whether a participant, which may be said by an endpoint of it, knows of this one and has all
  /// announcements of that kind. Else it is asked.
  bool ask(const Guid& participant, rtps::Announced what);
  /// Whether a reader has acknowledged anything of a writer of ours, or a writer has sent a reader
  /// of ours a heartbeat.
  bool has_addressed(const Guid& ours, const Guid& theirs) const;
  /// Whether a writer has sent a heartbeat to whichever of our readers.
  bool has_addressed_all(const Guid& writer) const;
  /// Asks a reader for an acknowledgement. The writer has never written.
  void ask_reader(const Guid& writer, const Guid& reader) const;

 private:
  /// The writer that announces our endpoints of one kind.
  struct Announcer {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
    std::uint32_t heartbeats = 0;
  };
  struct Participant {
    Whereabouts whereabouts;
    bool knows_us = false;
    std::uint64_t next[rtps::kinds_announced]{1, 1};            // before it, it has all
    std::set<std::pair<rtps::Entity, rtps::Entity>> matches{};  // our endpoint and its own
  };

  bool is_for_us(const std::optional<rtps::Prefix>& destination) const;
  void note_announcement(const rtps::Data& data, rtps::Bytes datagram);
  void ask_for(rtps::Announced what, const rtps::Prefix& name, const Participant& participant);

  const Send send_;
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::uint8_t>
      announcement_;  // the datagram of this participant; empty: none was sent
  Announcer announcers_[rtps::kinds_announced];
  std::map<rtps::Prefix, Participant> participants_;
};

}  // namespace baton::dds::fastdds
