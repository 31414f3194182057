// SPDX-License-Identifier: Apache-2.0
// Keeps gaps from damaging readers of Fast DDS.
//
// A writer that does not have a message any more says so by a gap. If only some fragments of the
// message have come, Fast DDS (2.5 to 3.6) gives its memory back, but leaves it in the list of the
// DDS reader, unless the topic has a key: later messages get lost. A heartbeat that begins behind
// the message removes it from both.
//
// So a gap that may name such a message is kept here, and becomes a heartbeat. The heartbeat says
// more than the gap, namely that nothing before the gap comes any more. So it is made when the
// reader has all before the gap, as its acknowledgements and the writer's heartbeats show. It may
// be ignored, so each heartbeat of the writer brings it again until the reader has acknowledged it.
//
// Heartbeats are numbered, and readers ignore old numbers: later heartbeats of that writer are
// numbered anew. Under DDS Security packets of others cannot be read, so this class is not used.
//
// Thread safety: all of it; nothing blocks. Its mutex is inside all others.
// Memory: one entry for each match of a reader here, bounded in size.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "dds/fastdds/rtps.hpp"

namespace baton::dds::fastdds {

class SafeGaps {
 public:
  using Datagrams = std::vector<std::vector<std::uint8_t>>;
  /// Most ranges that are kept for a match. The highest are dropped: the writer says them again
  /// when the reader asks for them.
  static constexpr std::size_t most_ranges = 64;

  /// A match of a reader here with a writer elsewhere begins or ends.
  void add(const Guid& reader, const Guid& writer);
  void remove(const Guid& reader, const Guid& writer);
  /// The reader has ended, and its matches with it.
  void remove(const Guid& reader);

  /// Called with each datagram that is about to be sent.
  void on_sending(rtps::Bytes datagram);
  /// Called with each sound datagram, and changes it. Returns datagrams that the participant has to
  /// receive after it.
  Datagrams on_received(std::span<std::uint8_t> datagram);

 private:
  /// The participants of a submessage.
  struct Course {
    rtps::Prefix from;
    bool is_for_us = true;

    void follow(const rtps::Submessage& submessage, const rtps::Prefix& own);
  };
  struct Match {
    std::uint64_t lacking = 1;                      // the reader has all before this one
    std::map<std::uint64_t, std::uint64_t> gaps{};  // first and end; they do not touch

    void keep(std::uint64_t first, std::uint64_t end);
  };
  struct Writer {
    std::uint64_t last_fragmented = 0;  // no later message came in fragments
    std::uint32_t heartbeats = 0;       // the last number
    std::uint32_t added = 0;            // how many were not the writer's
    std::map<rtps::Entity, Match> matches{};
  };

  /// All with the mutex held.
  Writer* find(const Guid& writer);
  void on_fragment(const Guid& writer, std::uint64_t sequence);
  void on_heartbeat(Writer& writer, const rtps::Heartbeat& heartbeat,
                    std::span<std::uint8_t> datagram, const rtps::Submessage& submessage);
  /// False: Fast DDS may not see the gap.
  bool pass(Writer* writer, const rtps::Gap& gap);
  /// For what the readers of that writer may know now.
  void add_heartbeats(const Guid& guid, rtps::Bytes datagram, Datagrams& after);

  std::mutex mutex_;  // covers what follows
  rtps::Prefix own_{};
  std::map<Guid, Writer> writers_;
  // As above, of writers without a match: Fast DDS may know of a match before this class.
  std::uint64_t last_fragmented_of_others_ = 0;
};

}  // namespace baton::dds::fastdds
