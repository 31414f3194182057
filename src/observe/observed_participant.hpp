// SPDX-License-Identifier: Apache-2.0
// One participant that is looked at: its registry file, its board, the rings of its publishers.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "observe/observed_board.hpp"
#include "observe/observed_ring.hpp"
#include "observe/segment_files.hpp"
#include "observe/snapshot.hpp"
#include "shm/registry.hpp"

namespace baton::observe {

class ObservedParticipant {
 public:
  ObservedParticipant(std::string id, shm::RegistryEntry entry);

  /// Reads what has changed. False: the process has gone.
  bool refresh();
  /// Reads the rings of publishers on these topics (empty: all).
  void glance(const std::set<std::string>& topics, std::optional<std::size_t> stamp_offset,
              bool keep_messages);

  const std::string& id() const { return id_; }
  std::uint64_t number() const { return number_; }
  const shm::ParticipantInfo& info() const;
  Process process() const;
  /// The figures since the last call, `interval_s` ago; 0: there was none.
  std::vector<SeenPublisher> publishers(const std::set<std::string>& topics, double interval_s);
  std::vector<SeenRecord> records() const;
  /// The newest sequence of the publisher's ring; none without a ring.
  std::optional<std::uint64_t> head_of(std::uint64_t publisher) const;
  std::optional<SeenMessage> message_in(std::uint64_t publisher, shm::ChunkIndex chunk) const;

 private:
  struct Watched {
    std::unique_ptr<ObservedRing> ring;
    bool looked_at = false;       // publishers() was called before
    std::uint64_t published = 0;  // at that call
    std::uint64_t in_ring = 0;    // of these, for other processes
    std::uint64_t bytes = 0;      // of messages that no ring shows, at the last call
    // Since the last call; messages that left the ring between two glances were not seen:
    std::uint64_t seen_count = 0;
    std::uint64_t seen_bytes = 0;
    std::vector<SeenMessage> messages;
    // Of the newest message that was seen:
    std::uint64_t size_bytes = 0;
    std::int64_t last_ns = 0;
  };

  void attach();
  static bool is_due(std::int64_t& last_ns);
  void open_board();
  void open_rings();
  void find_files();
  static double ring_bytes(const Watched& watched, std::uint64_t in_ring);
  SeenPublisher figures_of(const match::EndpointFacts& facts, double interval_s);

  const std::string id_;
  const std::uint64_t number_;
  shm::RegistryEntry entry_;
  shm::ParticipantInfo nothing_;
  std::optional<SegmentFiles> files_;
  std::int64_t board_search_ns_ = 0;
  std::int64_t ring_search_ns_ = 0;
  std::string why_not_;
  bool loans_disabled_ = false;
  std::unique_ptr<ObservedBoard> board_;
  std::map<std::uint64_t, SeenFigures> figures_;
  std::map<std::uint64_t, Watched> watched_;
};

}  // namespace baton::observe
