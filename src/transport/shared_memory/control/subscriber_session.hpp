// SPDX-License-Identifier: Apache-2.0
// One subscribing process: its connection, and afterwards what the living process still pins.
//
// Thread safety: the participant's thread. Everything received is input.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/unix_socket.hpp"
#include "shm/description_parts.hpp"
#include "transport/shared_memory/control/bell_watch.hpp"
#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/match_offers.hpp"
#include "transport/shared_memory/control/packet_link.hpp"
#include "transport/shared_memory/control/session_matches.hpp"
#include "transport/shared_memory/control/session_state.hpp"
#include "transport/shared_memory/control/subscribing_peer.hpp"
#include "transport/shared_memory/control/type_answers.hpp"

namespace baton::transport {

class SubscriberSession {
 public:
  /// The publishers' half, which the session belongs to. Outlives the session.
  class Owner {
   public:
    virtual BellWatch& bell_watch() = 0;
    virtual void on_introduced(SubscriberSession& session) = 0;
    /// The process cannot be introduced now, for want of a resource.
    virtual void tell_of_waiting(const std::string& why) = 0;
    virtual std::string why_no_more(const SubscriberSession& asking,
                                    const ShmPublisher& publisher) = 0;
    virtual std::uint64_t next_reader_id() = 0;
    // Called later with the session's id: the session may be gone by then.
    virtual void on_link_ended(std::uint64_t id) = 0;
    virtual void on_turned_away(std::uint64_t id) = 0;
    /// Called when nothing is left of the session. Destroys the session.
    virtual void erase(std::uint64_t id) = 0;

   protected:
    ~Owner() = default;
  };

  SubscriberSession(LocalParticipant& local, Owner& owner, std::uint64_t id,
                    const base::PeerCredentials& credentials)
      : local_(local), owner_(owner), id_(id), credentials_(credentials), matches_(local) {}
  ~SubscriberSession() { local_.loop()->cancel_timer(timer_); }
  SubscriberSession(const SubscriberSession&) = delete;
  SubscriberSession& operator=(const SubscriberSession&) = delete;

  /// Waits for INTRO on the socket, but not for ever. Called once. False: there is no link, and the
  /// session cannot be used.
  bool open(base::UniqueFd socket);

  SessionState state() const { return state_.state(); }
  const base::PeerCredentials& credentials() const { return credentials_; }
  /// Null before INTRO.
  const std::shared_ptr<SubscribingPeer>& peer() const { return peer_; }
  const std::shared_ptr<PacketLink>& link() const { return link_; }
  const SessionMatches& matches() const { return matches_; }

  void on_publisher_removed(ShmPublisher& publisher);
  void on_growth(std::uint64_t publisher, std::size_t end_bytes);
  /// The process may live, and read messages that it has pinned: its matches become orphans.
  void on_link_ended();
  /// Ends the remaining matches, slice by slice, and then the session.
  void finish();

 private:
  bool on_message(PacketLink::Received received);
  bool on_intro(const shm::wire::Intro& intro, PacketLink::Received& received);
  bool on_bell(const shm::wire::BellOffer& offer, std::vector<base::UniqueFd>& fds);
  bool on_describe(shm::wire::Describe question);
  bool on_description(shm::wire::Description part);
  void answer();
  void on_end(const std::string& why);
  /// The peer breaks the rules: ends the link. Returns false.
  bool refuse(const std::string& why);
  /// Like refuse(), but only for want of a resource: the peer learns why, and asks again.
  bool turn_away(const std::string& why);
  void orphan_matches();
  void look_at_orphans();
  void wait(std::int64_t pause_ns, std::function<void()> go_on);

  LocalParticipant& local_;
  Owner& owner_;
  const std::uint64_t id_;
  const base::PeerCredentials credentials_;
  base::StateMachine<SessionState, SessionEvent> state_{session_transitions,
                                                        SessionState::introducing};
  std::shared_ptr<PacketLink> link_;
  std::shared_ptr<SubscribingPeer> peer_;
  SessionMatches matches_;
  std::optional<MatchOffers> offers_;  // set after INTRO
  // The description of a type, sent ahead of a HELLO that will be refused.
  shm::DescriptionParts parts_;
  std::string description_;
  TypeAnswers answers_;
  base::TimerId timer_{};  // what the timer is for depends on the state
  int looks_ = 0;          // how often its orphans were looked at
};

}  // namespace baton::transport
