// SPDX-License-Identifier: Apache-2.0
// Asks the publishers of one peer for matches and takes their answers.
//
// Owns: the matches with that peer, and what it has refused.
// Thread safety: the participant's thread. Answers are input.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/publisher_link.hpp"
#include "transport/shared_memory/control/refused_matches.hpp"
#include "transport/shared_memory/control/subscriber_matches.hpp"

namespace baton::transport {

class MatchRequests {
 public:
  /// The publishing peer that is asked for matches. Outlives this object.
  class Peer {
   public:
    virtual const std::string& id() const = 0;
    virtual std::string process_name() const = 0;
    virtual std::int64_t pid() const = 0;  // 0: not known yet
    /// Name and pid, as errors and events may show them.
    virtual std::string title() const = 0;
    virtual std::uint32_t uid() const = 0;
    /// The peer has accepted or refused a request.
    virtual void on_answer() = 0;
    /// A match has begun.
    virtual void on_match() = 0;
    /// Some requests were refused for now, and have to be repeated.
    virtual void ask_again_later() = 0;
    /// The result is called when the last sample of the match has been released, in any thread.
    virtual std::function<void()> on_last_sample(const MatchKey& key, std::uint32_t record) = 0;

   protected:
    ~Peer() = default;
  };

  MatchRequests(LocalParticipant& local, PublisherLink& link, Peer& peer)
      : local_(local), link_(link), peer_(peer), matches_(local) {}
  ~MatchRequests() { stop_waiting(); }
  MatchRequests(const MatchRequests&) = delete;
  MatchRequests& operator=(const MatchRequests&) = delete;

  SubscriberMatches& matches() { return matches_; }
  const SubscriberMatches& matches() const { return matches_; }
  RefusedMatches& refused() { return refused_; }
  /// Whether the match is asked for, made or refused.
  bool knows(const MatchKey& key) const { return matches_.has(key) || refused_.has(key); }

  /// Asks over the link, which exists and has room.
  void ask(const match::EndpointFacts& publisher, ShmSubscription& subscription);
  void on_subscription_removed(std::uint64_t subscription);
  void on_reader_gone(const MatchKey& key, std::uint32_t record);
  /// Stops waiting for an answer.
  void stop_waiting() { local_.loop()->cancel_timer(std::exchange(silence_timer_, {})); }

  /// Returns how the peer contradicts itself; empty if it does not.
  std::string on_welcome(const shm::wire::Welcome& welcome, PacketLink::Received& received);
  /// False if this answers no request.
  bool on_reject(const shm::wire::Reject& reject);
  void on_grew(const shm::wire::Grew& grew);

 private:
  void explain_type(const match::EndpointFacts& publisher, const ShmSubscription& subscription);
  void watch_silence();
  bool makes_private(const ShmSubscription& subscription, const shm::wire::Welcome& welcome) const;
  std::shared_ptr<ShmReader> make_reader(const shm::wire::Welcome& welcome, base::PeerMemory memory,
                                         const ShmSubscription& subscription);
  MatchInfo info_for(const ShmSubscription& subscription, bool cdr) const;
  void report(const MatchKey& key, const shm::wire::Reject& reject);
  /// Refuses what the publisher has sent, because there is no room for it here.
  void turn_down(const MatchKey& key, const std::string& why);
  /// False if the user was told already.
  bool refuse_for_now(const MatchKey& key);

  LocalParticipant& local_;
  PublisherLink& link_;
  Peer& peer_;
  SubscriberMatches matches_;
  RefusedMatches refused_;
  base::TimerId silence_timer_{};  // for an answer that has not come
};

}  // namespace baton::transport
