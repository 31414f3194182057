// SPDX-License-Identifier: Apache-2.0
// The matches of this process's subscriptions with the publishers of one peer. A match is asked
// for, read, cut by a broken link, and taken up again.
//
// Owns: the record of each match that is asked for. After WELCOME the record belongs to the reader,
// which gives it back when its last sample is released. Thread safety: the participant's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "match/policies.hpp"
#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/match_state.hpp"
#include "transport/shared_memory/control/refused_matches.hpp"
#include "transport/shared_memory/data/shm_reader.hpp"

namespace baton::transport {

class SubscriberMatches {
 public:
  struct Match {
    std::uint32_t record = 0;
    std::int64_t lifespan_ns = match::unlimited_ns;  // the publisher's
    bool manual_by_topic = false;                    // the publisher's
    base::StateMachine<MatchState, MatchEvent> state{match_transitions, MatchState::asked};
    // The last sequence that was read; only of a remembered match.
    std::optional<std::uint64_t> left_off{};
    bool alive = true;                  // the publisher asserts its liveliness
    std::uint64_t watch = 0;            // handle of the liveliness watch; 0: not watched
    std::weak_ptr<ShmReader> reader{};  // owned by the subscription and its samples
  };
  using SayBye = std::function<void(const MatchKey&)>;

  explicit SubscriberMatches(LocalParticipant& local) : local_(local) {}
  SubscriberMatches(const SubscriberMatches&) = delete;
  SubscriberMatches& operator=(const SubscriberMatches&) = delete;

  /// Null: the match is neither asked for nor read. There may be a cut one.
  const Match* find(const MatchKey& key) const;
  bool has(const MatchKey& key) const { return find(key) != nullptr; }
  /// Whether a publisher has not answered yet.
  bool awaits_answer() const;
  /// True if there is no match, not even a cut one.
  bool empty() const { return matches_.empty() && cut_.empty(); }

  /// Called when HELLO is sent. From now on `record` belongs to the match.
  void ask(const MatchKey& key, std::uint32_t record, const match::Policies& publishers);
  /// A match that was asked for is not made.
  void withdraw(const MatchKey& key);
  /// WELCOME came for a match that was asked for. Reading goes on where it stopped before a broken
  /// link; otherwise it begins behind `start`.
  void begin(const MatchKey& key, std::shared_ptr<ShmReader> reader, std::uint64_t start);

  /// The publisher has left: its last messages are still delivered.
  void end(const MatchKey& key);
  /// Like end(), but only for a cut match.
  void end_cut(const MatchKey& key);
  /// Like end(), for all cut matches with an endpoint that does not exist any more.
  void end_cut_if(const std::function<bool(const MatchKey&)>& is_gone);
  /// Ends all matches. `drain`: the peer has gone, and its last messages are still delivered.
  /// Otherwise nothing more is read.
  void end_all(bool drain);

  /// The link broke, but the peer seems to live. It may be dying, and then what it published is
  /// read. Or it goes on publishing, and then pinned chunks stay pinned. True if something is read
  /// on.
  bool cut();
  /// Stops reading cut matches, and remembers where. False if there was none to stop, because all
  /// were taken up.
  bool give_up_cut();

  /// Forgets matches that wait for an answer. Matches that are read stay until their last sample is
  /// released.
  void on_subscription_removed(std::uint64_t subscription, const SayBye& say_bye);
  /// False if a newer match, with another record, has taken the place of this one.
  bool on_reader_gone(const MatchKey& key, std::uint32_t record);

 private:
  using Matches = std::map<MatchKey, Match>;

  ShmSubscription* subscription(const MatchKey& key) const;
  bool any_cut() const;
  void finish(const MatchKey& key, Match& match, MatchEvent event, bool drain);
  void read(const MatchKey& key, std::shared_ptr<ShmReader> reader, std::uint64_t start);
  void watch_liveliness(const MatchKey& key, Match& match, const ShmSubscription& subscription);
  void unwatch(Match& match);

  LocalParticipant& local_;
  Matches matches_;
  /// Matches made over a link that broke while the peer lives, and not taken up yet.
  Matches cut_;
};

}  // namespace baton::transport
