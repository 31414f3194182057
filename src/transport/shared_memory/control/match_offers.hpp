// SPDX-License-Identifier: Apache-2.0
// Answers the requests of one subscribing process for matches: checks them, adds the reader, and
// says WELCOME or REJECT.
//
// Thread safety: the participant's thread. Requests are input.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "match/verdict.hpp"
#include "shm/matched_reader.hpp"
#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/session_matches.hpp"
#include "transport/shared_memory/control/subscribing_peer.hpp"

namespace baton::transport {

class MatchOffers {
 public:
  /// What all sessions share.
  struct Shared {
    /// Why the process cannot have one more match with the publisher; empty if it can.
    std::function<std::string(const ShmPublisher&)> why_no_more;
    std::function<std::uint64_t()> next_reader_id;
  };

  MatchOffers(LocalParticipant& local, SessionMatches& matches, std::shared_ptr<PacketLink> link,
              std::shared_ptr<SubscribingPeer> peer, Shared shared)
      : local_(local),
        matches_(matches),
        link_(std::move(link)),
        peer_(std::move(peer)),
        shared_(std::move(shared)) {}

  /// `description` is that of the subscription's type, if the process sent one. Returns how the
  /// request breaks the rules; empty if it does not.
  std::string on_hello(const shm::wire::Hello& hello, const std::string& description);
  void on_bye(const shm::wire::Bye& bye);
  void on_publisher_removed(ShmPublisher& publisher);

 private:
  match::Verdict verdict_on(const shm::wire::Hello& hello, ShmPublisher& publisher,
                            const std::string& description) const;
  void begin(const shm::wire::Hello& hello, ShmPublisher& publisher);
  base::Result<std::uint64_t> add_reader(const shm::wire::Hello& hello, ShmPublisher& publisher,
                                         const SessionMatches::Match& match);
  shm::MatchedReader reader_for(const shm::wire::Hello& hello, const ShmPublisher& publisher,
                                std::uint64_t id) const;
  MatchInfo info_for(bool cdr) const;
  /// For WELCOME. Sends the log itself ahead of the first place in it.
  std::uint32_t offer_log(const ShmPublisher& publisher, bool cdr);
  /// Tells the users of both sides why there is no match.
  void reject(const shm::wire::Hello& hello, ShmPublisher& publisher, match::Verdict verdict);

  LocalParticipant& local_;
  SessionMatches& matches_;
  const std::shared_ptr<PacketLink> link_;
  const std::shared_ptr<SubscribingPeer> peer_;
  const Shared shared_;
  bool log_sent_ = false;
  // Asked for again and again, but told to the user once.
  std::set<SessionMatches::Key> refused_for_now_;
};

}  // namespace baton::transport
