// SPDX-License-Identifier: Apache-2.0
// Keeps gaps from damaging readers of Fast DDS.
//
// A writer that does not have a message any more says so by a gap. If only some fragments of the
// message have come, Fast DDS (2.5 to 3.6) gives its memory back, but leaves it in the list of the
// DDS reader, unless the topic has a key: later messages get lost. A heartbeat that begins behind
// the message removes it from both.
//
// So a gap that may name such a message becomes a heartbeat. The heartbeat says more than the gap,
// namely that nothing before the gap comes any more. So it is given only to a reader that has
// acknowledged all before the gap. Otherwise the gap is dropped: the reader asks for what it lacks
// with its next acknowledgement, and the writer answers with a gap again.
//
// Heartbeats are numbered, and readers ignore old numbers: later heartbeats of that writer are
// numbered anew. Under DDS Security packets of others cannot be read, so this class is not used.
//
// Thread safety: all of it; nothing blocks. Its mutex is inside all others.
// Memory: one entry for each match of a reliable reader here.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "dds/fastdds/rtps.hpp"

namespace baton::dds::fastdds {

class SafeGaps {
 public:
  /// A match of a reliable reader here with a writer elsewhere begins or ends.
  void add(const Guid& reader, const Guid& writer);
  void remove(const Guid& reader, const Guid& writer);
  /// The reader has ended, and its matches with it.
  void remove(const Guid& reader);

  /// Called with each datagram that is about to be sent.
  void on_sending(rtps::Bytes datagram);
  /// Called with each sound datagram, and changes it. Returns datagrams that the participant has to
  /// receive before it.
  std::vector<std::vector<std::uint8_t>> on_received(std::span<std::uint8_t> datagram);

 private:
  using Datagrams = std::vector<std::vector<std::uint8_t>>;
  /// The participants of a submessage.
  struct Course {
    rtps::Prefix from;
    bool is_for_us = true;

    void follow(const rtps::Submessage& submessage, const rtps::Prefix& own);
  };
  struct Writer {
    std::uint64_t last_fragmented = 0;  // no later message came in fragments
    std::uint32_t heartbeats = 0;       // the last number
    std::uint32_t added = 0;            // how many were not the writer's
    // For each reader, the first message that it lacks.
    std::map<rtps::Entity, std::uint64_t> lacking{};
  };

  /// All with the mutex held.
  Writer* find(const rtps::Prefix& participant, const rtps::Entity& writer);
  void on_fragment(const Course& course, const rtps::Data& fragment);
  void on_heartbeat(const Course& course, const rtps::Heartbeat& heartbeat,
                    std::span<std::uint8_t> datagram, const rtps::Submessage& submessage);
  /// False: Fast DDS may not see the gap.
  bool pass(const Course& course, const rtps::Gap& gap, rtps::Bytes datagram, Datagrams& before);

  std::mutex mutex_;  // covers what follows
  rtps::Prefix own_{};
  std::map<Guid, Writer> writers_;
  // As above, of writers without a match: Fast DDS may know of a match before this class.
  std::uint64_t last_fragmented_of_others_ = 0;
};

}  // namespace baton::dds::fastdds
