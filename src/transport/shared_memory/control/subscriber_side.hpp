// SPDX-License-Identifier: Apache-2.0
// The subscriptions' half of the handshake: reads the registry, asks publishers for a match, maps
// what they send.
//
// Thread safety: the participant's thread. Registry files and messages are input.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shm/registry.hpp"
#include "transport/shared_memory/control/packet_link.hpp"
#include "transport/shared_memory/control/refused_matches.hpp"
#include "transport/shared_memory/control/topic_index.hpp"
#include "transport/shared_memory/control/type_questions.hpp"

namespace baton::transport {

class Participant;
class ShmPublisher;
class ShmReader;
class ShmSubscription;

class SubscriberSide {
 public:
  explicit SubscriberSide(Participant& participant);
  ~SubscriberSide();

  /// Reads the whole registry again, and removes what dead processes left in it.
  void scan();
  void look_at(const std::string& participant_id);
  void on_subscription_added(ShmSubscription& subscription);
  /// One of this participant's own, which its subscriptions meet without a file.
  void on_publisher_added(ShmPublisher& publisher);
  void on_subscription_removed(ShmSubscription& subscription);
  /// Of one of this participant's own.
  void on_publisher_removed(const ShmPublisher& publisher);
  /// The last reference to a match's reader is gone. Its record may be used again only behind the
  /// BYE, or the publisher would see it in two matches.
  void on_reader_gone(const std::string& participant_id, std::uint64_t publisher,
                      std::uint64_t subscription, std::uint32_t record);
  /// Tells the peers about an executor's eventfd.
  void on_executor_opened(std::uint32_t executor);
  /// What the registry says of the others that are reachable.
  std::vector<shm::ParticipantInfo> others();
  /// Asks a participant for the description of a type. `on_answer` is called once, perhaps at once,
  /// or never if the question is forgotten. Returns its number.
  std::uint64_t ask_for_type(const std::string& participant_id, const std::string& type_name,
                             const std::string& type_hash, TypeQuestions::OnAnswer on_answer);
  void forget_question(const std::string& participant_id, std::uint64_t request);
  /// Fails all questions that are not answered yet.
  void stop_asking(const std::string& why);
  /// A peer's memory contradicted itself: no more of it.
  void on_violation(const std::string& participant_id);

 private:
  struct Match {
    std::uint32_t record = 0;  // ours while no publisher has mapped the segment
    std::int64_t lifespan_ns = match::unlimited_ns;  // the publisher's
    bool manual_by_topic = false;                    // the publisher's
    bool pending = true;                             // HELLO was sent
    bool ended = false;                              // it is only remembered
    std::optional<std::uint64_t> left_off{};         // of an ended one: what was read last
    bool alive = true;                               // the publisher says so
    std::uint64_t watch = 0;                         // whether it does is watched; 0: not
    std::weak_ptr<ShmReader> reader{};               // owned by the subscription and its samples
  };
  struct Peer {
    std::size_t registry = 0;
    shm::RegistryEntry entry;
    TopicIndex<const match::EndpointFacts*> publishers_on;  // of entry.info()
    std::shared_ptr<PacketLink> link;
    std::map<MatchKey, Match> matches;
    /// Made on a link that broke while the peer lives. They are read on until the match is made
    /// again, or for a moment; the new one begins where they stop.
    std::map<MatchKey, Match> cut;
    RefusedMatches refused;
    TypeQuestions questions;
    base::TimerId silence_timer{};  // of an answer awaited
    base::TimerId retry_timer{};    // of a link to try again
    base::TimerId cut_timer{};      // of cut matches to give up
    int attempts = 0;               // at a link, since the last answer
    std::string why_not;            // there is no match, as the user was told
    bool wakes_by_message = false;  // the publisher had no descriptor left for an eventfd
    bool version_told = false;
    bool banned = false;
  };

  void refresh(const std::string& id, Peer& peer);
  void look_into(const std::string& id, Peer& peer);
  bool costs_no_descriptor(const Peer& peer) const;
  bool lives(Peer& peer);
  bool read_entry(const std::string& id, Peer& peer);
  static bool may_ask(const Peer& peer) { return !peer.banned && !peer.version_told; }
  void ask_for_matches(const std::string& id, Peer& peer);
  void ask_own_publishers();
  void meet_itself();
  /// Null: this participant is in no registry any more.
  Peer* own_peer();
  /// False when the peer cannot be reached now: it is tried again.
  bool meet(const std::string& id, Peer& peer, const match::EndpointFacts& publisher,
            ShmSubscription& subscription);
  bool meet_own(Peer& own, const ShmPublisher& publisher, ShmSubscription& subscription);
  void ask(const std::string& id, Peer& peer, const match::EndpointFacts& publisher,
           ShmSubscription& subscription);
  void send_questions(const std::string& id, Peer& peer);
  bool connect(const std::string& id, Peer& peer);
  /// So that the refusal can say in what the types differ.
  void explain_type(Peer& peer, const match::EndpointFacts& publisher,
                    const ShmSubscription& subscription);
  void offer_bell(Peer& peer, std::uint32_t executor);
  bool on_message(const std::string& id, PacketLink::Received received);
  bool on_welcome(const std::string& id, Peer& peer, const shm::wire::Welcome& welcome,
                  PacketLink::Received& received);
  void on_reject(const std::string& id, Peer& peer, const shm::wire::Reject& reject);
  /// There is no room for what the publisher has sent.
  void turn_down(const std::string& id, Peer& peer, const MatchKey& key, const std::string& why);
  /// False if that is known, and has been told.
  bool refuse_for_now(Peer& peer, const MatchKey& key);
  void ask_again_later();
  void ask_again();
  /// A peer is not looked at, for want of a descriptor: this is done later.
  void overlook(const std::string& why);
  void on_bye(Peer& peer, const shm::wire::Bye& bye);
  void on_end(const std::string& id, const std::string& why);
  void end_matches(Peer& peer, bool drain);
  void finish(Match& match, const MatchKey& key, bool drain);
  void cut_matches(const std::string& id, Peer& peer);
  void give_up_cut(const std::string& id);
  template <class IsGone>
  void end_cut(Peer& peer, IsGone is_gone);
  /// What the subscription has read of the publisher before its match was cut, if it was.
  std::optional<std::uint64_t> take_cut(Peer& peer, const MatchKey& key);
  void watch_liveliness(const MatchKey& key, Match& match, const ShmSubscription& subscription);
  void unwatch(Match& match);
  /// Looks again soon, and ever less often until there is an answer.
  void retry(const std::string& id, Peer& peer);
  void look_again(const std::string& id);
  /// Tells the user, once.
  void tell_why_not(const std::string& id, Peer& peer, const std::string& why);
  void forget(const std::string& id);
  void ban(const std::string& id, const std::string& why);
  void cancel_timers(Peer& peer);
  struct Name {
    std::string process;
    std::int64_t pid;  // 0: not known yet
  };
  Name name_of(const std::string& id, const Peer& peer) const;
  std::string title(const std::string& id, const Peer& peer) const;
  ShmSubscription* subscription(std::uint64_t id) const;

  Participant& participant_;
  std::map<std::string, Peer> peers_;
  bool will_ask_again_ = false;
  bool overlooked_ = false;  // a peer
  bool overlooked_told_ = false;
  base::TimerId again_timer_{};
};

}  // namespace baton::transport
