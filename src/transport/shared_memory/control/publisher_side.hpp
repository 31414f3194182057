// SPDX-License-Identifier: Apache-2.0
// The publishers' half of the handshake: accepts participants that subscribe, checks their identity
// and what they ask for, and ends their matches when they are gone.
//
// Thread safety: the participant's thread. Everything received is input.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/sealed_memory.hpp"
#include "base/unix_socket.hpp"
#include "shm/bell.hpp"
#include "shm/description_parts.hpp"
#include "shm/matched_reader.hpp"
#include "shm/registry.hpp"
#include "transport/shared_memory/control/bell_watch.hpp"
#include "transport/shared_memory/control/packet_link.hpp"
#include "transport/shared_memory/control/second_rings.hpp"
#include "transport/shared_memory/control/type_answers.hpp"

namespace baton::transport {

class Participant;
class ShmPublisher;

class PublisherSide {
 public:
  explicit PublisherSide(Participant& participant);
  ~PublisherSide();

  /// Before the first listen().
  base::Status start() { return bell_watch_.start(); }
  base::Status listen(shm::Registry& registry);
  void stop_listening();
  /// Does now what the loop would do later for this participant's own subscriptions. Not within a
  /// callback of a link. False when there was nothing.
  bool serve_own();
  /// Ends the publisher's matches and tells its subscriptions.
  void on_publisher_removed(ShmPublisher& publisher);
  void on_growth(std::uint64_t publisher_id, std::size_t end_bytes);

 private:
  /// What publishers use of a subscribing process: alive as long as one of them refers to it.
  struct Peer {
    shm::RegistryEntry entry;
    shm::ParticipantInfo info;
    base::PeerCredentials credentials;
    bool same_user = false;
    base::PeerMemory rec_memory;
    std::shared_ptr<shm::Bells> bells;  // of an orphaned session none

    const shm::Rec& rec() const { return *reinterpret_cast<const shm::Rec*>(rec_memory.data()); }
    std::string title() const;
  };
  using MatchKey = std::pair<std::uint64_t, std::uint64_t>;  // publisher, subscription
  struct Match {
    std::uint64_t reader_id;
    std::uint32_t record;
    std::uint64_t generation;  // of the record
    bool cdr;                  // reads the messages in another segment than they lie in
    bool orphaned = false;
  };
  /// A connection, and behind its end what a living process still pins: the matches are orphaned
  /// then.
  struct Session {
    std::shared_ptr<PacketLink> link;
    base::PeerCredentials credentials;
    std::shared_ptr<Peer> peer;  // known after INTRO
    std::map<MatchKey, Match> matches;
    std::set<std::uint32_t> records;     // of the matches
    std::set<MatchKey> refused_for_now;  // asked for again and again; told once
    shm::DescriptionParts parts;         // of the type of a HELLO that will be refused
    std::string description;
    TypeAnswers answers;
    base::TimerId timer{};  // waits for INTRO, behind the end for its orphans to go
    int looks = 0;          // at its orphans
  };

  /// False when no connection waits, or it cannot be accepted.
  bool accept(int listening_fd);
  void accept_and_turn_away(int listening_fd, const std::string& why);
  void pause_accepting(int listening_fd);
  bool on_message(Session& session, PacketLink::Received received);
  bool on_intro(Session& session, const shm::wire::Intro& intro, PacketLink::Received& received);
  bool on_bell(Session& session, const shm::wire::BellOffer& offer,
               std::vector<base::UniqueFd>& fds);
  bool on_hello(Session& session, const shm::wire::Hello& hello);
  /// Tells both users why not, and the other side.
  void reject(Session& session, const shm::wire::Hello& hello, ShmPublisher& publisher,
              match::Verdict verdict);
  shm::MatchedReader make_reader(const Session& session, const shm::wire::Hello& hello,
                                 const ShmPublisher& publisher);
  using Slice = std::vector<std::map<MatchKey, Match>::iterator>;
  template <class Concerns>
  Slice slice_of(Session& session, Concerns concerns);
  template <class Act>
  void for_each_publisher(const Slice& slice, Act act);
  void end(Session& session, const Slice& slice);
  bool orphan_some(Session& session);
  void go_on_later(Session& session, std::function<void()> go_on);
  bool has_let_go(const Session& session, const Match& match) const;
  std::string why_no_more(const Session& asking, const ShmPublisher& publisher) const;
  bool on_describe(Session& session, shm::wire::Describe question);
  void answer(Session& session);
  bool on_description(Session& session, shm::wire::Description part);
  void on_bye(Session& session, const shm::wire::Bye& bye);
  bool refuse(Session& session, const std::string& why);
  /// As refuse(), for want of what may be there later: the other side learns why, and asks again.
  bool turn_away(Session& session, const std::string& why);
  void turn_away(const base::UniqueFd& socket, const std::string& why);
  void tell_of_waiting(const std::string& why);
  void fill_spare();
  void on_end(Session& session, const std::string& why);
  void orphan(std::uint64_t session_id);
  void look_at_orphans(std::uint64_t session_id);
  void forget(std::uint64_t session_id);
  std::uint64_t id_of(const Session& session) const;
  std::uint64_t published() const;
  std::size_t wake_those_behind();

  Participant& participant_;
  SecondRings second_rings_;
  BellWatch bell_watch_;  // goes first: its thread calls back
  std::vector<int> listening_fds_;
  base::UniqueFd spare_;  // given up for a moment to tell a peer that there is none left
  bool waiting_told_ = false;
  std::weak_ptr<PacketLink> own_link_;  // on which this participant subscribes to itself
  std::map<std::uint64_t, Session> sessions_;
  std::uint64_t next_session_ = 1;
  std::uint64_t next_reader_ = 1;
};

}  // namespace baton::transport
