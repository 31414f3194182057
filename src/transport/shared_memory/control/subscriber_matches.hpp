// SPDX-License-Identifier: Apache-2.0
// The matches of this process's subscriptions with the publishers of one peer: asked for, read, cut
// by a broken link, and taken up again.
//
// Owns: the record of each match that is asked for. Behind WELCOME it is the reader's, and given
// back when its last sample goes. Thread safety: the participant's thread.
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
    std::optional<std::uint64_t> left_off{};  // of one that is remembered: what was read last
    bool alive = true;                        // the publisher says so
    std::uint64_t watch = 0;                  // whether it does is watched; 0: not
    std::weak_ptr<ShmReader> reader{};        // owned by the subscription and its samples
  };
  using SayBye = std::function<void(const MatchKey&)>;

  explicit SubscriberMatches(LocalParticipant& local) : local_(local) {}
  SubscriberMatches(const SubscriberMatches&) = delete;
  SubscriberMatches& operator=(const SubscriberMatches&) = delete;

  /// Null: it is neither asked for nor read. A cut one may be.
  const Match* find(const MatchKey& key) const;
  bool has(const MatchKey& key) const { return find(key) != nullptr; }
  /// A publisher has not answered yet.
  bool awaits_answer() const;
  /// Nor is anything cut.
  bool empty() const { return matches_.empty() && cut_.empty(); }

  /// HELLO is on its way: `record` is the match's from now on.
  void ask(const MatchKey& key, std::uint32_t record, const match::Policies& publishers);
  /// One that was asked for is not made.
  void withdraw(const MatchKey& key);
  /// WELCOME came for one that was asked for. What was read before a broken link goes on where it
  /// stopped, anything else behind `start`.
  void begin(const MatchKey& key, std::shared_ptr<ShmReader> reader, std::uint64_t start);

  /// The publisher has left: its last messages are still delivered.
  void end(const MatchKey& key);
  /// As end(), of a cut one alone.
  void end_cut(const MatchKey& key);
  /// As end(), of all cut ones of which one side is not there any more.
  void end_cut_if(const std::function<bool(const MatchKey&)>& is_gone);
  /// The peer has gone, and its last messages are delivered (`drain`); or it is to be read no more.
  void end_all(bool drain);

  /// The link broke, the peer seems to live: it may be dying, and what it published is read then,
  /// or it goes on publishing, and what is pinned stays pinned. True if something is read on.
  bool cut();
  /// What is cut is read no more, and remembered for the match in its place. False if nothing was
  /// read on: all was taken up.
  bool give_up_cut();

  /// What waits for an answer is forgotten; what is read stays until its last sample goes.
  void on_subscription_removed(std::uint64_t subscription, const SayBye& say_bye);
  /// False if another match, with another record, has taken its place.
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
  /// Made on a link that broke while the peer lives, and not taken up yet.
  Matches cut_;
};

}  // namespace baton::transport
