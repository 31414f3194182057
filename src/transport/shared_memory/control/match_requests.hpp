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
  /// The peer that is asked. Outlives this.
  class Peer {
   public:
    virtual const std::string& id() const = 0;
    virtual std::string process_name() const = 0;
    virtual std::int64_t pid() const = 0;  // 0: not known yet
    /// Both, as errors and events may show them.
    virtual std::string title() const = 0;
    virtual std::uint32_t uid() const = 0;
    /// It has said yes or no.
    virtual void on_answer() = 0;
    /// A match is made.
    virtual void on_match() = 0;
    /// What was refused for now is to be asked for again.
    virtual void ask_again_later() = 0;
    /// The last sample of a match has gone. From any thread.
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
  /// It is asked for, made or refused.
  bool knows(const MatchKey& key) const { return matches_.has(key) || refused_.has(key); }

  /// Over the link, which is there and has room.
  void ask(const match::EndpointFacts& publisher, ShmSubscription& subscription);
  void on_subscription_removed(std::uint64_t subscription);
  void on_reader_gone(const MatchKey& key, std::uint32_t record);
  /// No answer is missed from now on.
  void stop_waiting() { local_.loop()->cancel_timer(std::exchange(silence_timer_, {})); }

  /// Returns in what it contradicts itself; nothing if it does not.
  std::string on_welcome(const shm::wire::Welcome& welcome, PacketLink::Received& received);
  /// False if it is the answer to no request.
  bool on_reject(const shm::wire::Reject& reject);
  void on_grew(const shm::wire::Grew& grew);

 private:
  void explain_type(const match::EndpointFacts& publisher, const ShmSubscription& subscription);
  void watch_silence();
  std::shared_ptr<ShmReader> make_reader(const shm::wire::Welcome& welcome, base::PeerMemory memory,
                                         const ShmSubscription& subscription);
  MatchInfo info_for(const ShmSubscription& subscription, bool cdr) const;
  void report(const MatchKey& key, const shm::wire::Reject& reject);
  /// There is no room for what the publisher has sent.
  void turn_down(const MatchKey& key, const std::string& why);
  /// False if that is known, and has been told.
  bool refuse_for_now(const MatchKey& key);

  LocalParticipant& local_;
  PublisherLink& link_;
  Peer& peer_;
  SubscriberMatches matches_;
  RefusedMatches refused_;
  base::TimerId silence_timer_{};  // of an answer awaited
};

}  // namespace baton::transport
