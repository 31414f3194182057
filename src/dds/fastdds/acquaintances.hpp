// SPDX-License-Identifier: Apache-2.0
// What the other participants have shown that they know of this one.
//
// DDS tells an endpoint of a match when it knows the other one. Acknowledgements show that the
// other one knows of the match, too. A participant that has not shown this is asked: it gets once
// more what Fast DDS has sent, because it may not have listened yet, or not have known this
// participant yet. Fast DDS itself repeats its announcements only after 3 s (a participant) and 1 s
// (an endpoint).
//
// To the receiver this looks as if the network had delivered a packet twice. Only the heartbeats of
// the announcements of endpoints are numbered anew, those of Fast DDS and those of this class in
// one row, as readers ignore old numbers. Under DDS Security packets of others cannot be read, so
// this class is not used.
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
  /// Most matches that are remembered of one participant. Any further match counts after a
  /// time-out.
  static constexpr std::size_t most_matches = 4096;

  /// May not call back into this object.
  using Send = std::function<void(rtps::Bytes datagram, const std::vector<Address>& to)>;

  explicit Acquaintances(Send send) : send_(std::move(send)) {}

  // ---- what passes by ----

  /// Called with each datagram that is about to be sent. True: `changed` has to be sent instead.
  bool on_sending(rtps::Bytes datagram, std::vector<std::uint8_t>& changed);
  void on_received(rtps::Bytes datagram);
  void add(const Guid& participant, Whereabouts whereabouts);
  void remove(const Guid& participant);
  /// A match ended: what the other endpoint has shown says nothing of the next match.
  void forget(const Guid& ours, const Guid& theirs);

  // ---- what they know ----

  /// Whether the participant (given by its own GUID or that of one of its endpoints) knows of this
  /// one and has all announcements of that kind. If not, asks it.
  bool ask(const Guid& participant, rtps::Announced what);
  /// Whether a remote reader has acknowledged anything of a writer here, or a remote writer has
  /// sent a reader here a heartbeat.
  bool has_addressed(const Guid& ours, const Guid& theirs) const;
  /// Whether a remote writer has sent a heartbeat to all readers at once.
  bool has_addressed_all(const Guid& writer) const;
  /// Asks a reader for an acknowledgement, for a writer that has never written.
  void ask_reader(const Guid& writer, const Guid& reader) const;

 private:
  /// The writer that announces this participant's endpoints of one kind.
  struct Announcer {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
    std::uint32_t heartbeats = 0;
  };
  struct Participant {
    Whereabouts whereabouts;
    bool knows_us = false;
    // The participant has all announcements before this one.
    std::uint64_t next[rtps::kinds_announced]{1, 1};
    std::set<std::pair<rtps::Entity, rtps::Entity>> matches{};  // an endpoint here and one there
  };

  bool is_for_us(const std::optional<rtps::Prefix>& destination) const;
  void note_announcement(const rtps::Data& data, rtps::Bytes datagram);
  void ask_for(rtps::Announced what, const rtps::Prefix& name, const Participant& participant);

  const Send send_;
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::uint8_t>
      announcement_;  // this participant's own announcement; empty: none was sent
  Announcer announcers_[rtps::kinds_announced];
  std::map<rtps::Prefix, Participant> participants_;
};

}  // namespace baton::dds::fastdds
