// SPDX-License-Identifier: Apache-2.0
// The matches of one subscribing process with publishers of this one, and how they end: slice by
// slice, because a publication waits for a slice and not for all.
//
// Thread safety: the participant's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "transport/shared_memory/control/local_participant.hpp"

namespace baton::transport {

class SessionMatches {
 public:
  using Key = std::pair<std::uint64_t, std::uint64_t>;  // publisher, subscription
  struct Match {
    std::uint64_t reader_id;
    std::uint32_t record;
    std::uint64_t generation;  // the record's generation when the match began
    bool cdr;                  // reads the messages as CDR, in another segment
    bool orphaned = false;     // its connection has ended; its process may still pin
  };
  using Concerns = std::function<bool(const Match&)>;
  using Visit = std::function<void(const Key&, const Match&)>;

  explicit SessionMatches(LocalParticipant& local) : local_(local) {}
  SessionMatches(const SessionMatches&) = delete;
  SessionMatches& operator=(const SessionMatches&) = delete;

  void add(const Key& key, const Match& match);
  bool empty() const { return matches_.empty(); }
  bool has(const Key& key) const { return matches_.contains(key); }
  bool has_record(std::uint32_t record) const { return records_.contains(record); }
  /// The number of matches with one publisher.
  std::size_t count(std::uint64_t publisher) const;
  void for_each_of(std::uint64_t publisher, const Visit& visit) const;

  /// Does nothing if the match has ended.
  void end(const Key& key);
  /// Ends the matches that `concerns` selects, as many as one slice may have. True if there may be
  /// more: the caller pauses and repeats.
  bool end_some(const Concerns& concerns);
  /// Turns matches into orphans, as many as one slice may have. True if there may be more.
  bool orphan_some();
  /// The publisher has left, and its readers with it. `visit` sees each match before it ends.
  void on_publisher_removed(ShmPublisher& publisher, const Visit& visit);

 private:
  using Slice = std::vector<std::map<Key, Match>::iterator>;
  using Act = std::function<void(ShmPublisher&, const std::vector<std::uint64_t>& readers)>;

  Slice slice_of(const Concerns& concerns);
  void for_each_publisher(const Slice& slice, const Act& act);
  void end(const Slice& slice);

  LocalParticipant& local_;
  std::map<Key, Match> matches_;
  std::set<std::uint32_t> records_;  // the records of the matches
};

}  // namespace baton::transport
