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
#include "transport/packet_link.hpp"
#include "transport/refused_matches.hpp"
#include "transport/topic_index.hpp"
#include "transport/type_questions.hpp"

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
  std::vector<shm::ParticipantInfo> others() const;
  /// Asks a participant for the description of a type. `on_answer` is called once, perhaps at once, or
  /// never if the question is forgotten. Returns its number.
  std::uint64_t ask_for_type(const std::string& participant_id, const std::string& type_name,
                    const std::string& type_hash, TypeQuestions::OnAnswer on_answer);
  void forget_question(const std::string& participant_id, std::uint64_t request);
  /// Fails all questions that are not answered yet.
  void stop_asking(const std::string& why);
  /// A peer's memory contradicted itself: no more of it.
  void on_violation(const std::string& participant_id);

 private:
  struct Match {
    std::uint32_t record = 0;          // ours while nobody has mapped the segment
    std::int64_t lifespan_ns = shm::unlimited_ns;  // the publisher's
    bool manual_by_topic = false;                  // the publisher's
    bool pending = true;               // HELLO was sent
    bool alive = true;                 // the publisher says so
    std::uint64_t watch = 0;           // whether it does is watched; 0: not
    std::weak_ptr<ShmReader> reader{};   // owned by the subscription and its samples
  };
  struct Peer {
    std::size_t registry = 0;
    shm::RegistryEntry entry;
    TopicIndex<const shm::Endpoint*> publishers_on;  // of entry.info()
    std::shared_ptr<PacketLink> link;
    std::map<MatchKey, Match> matches;
    RefusedMatches refused;
    TypeQuestions questions;
    base::TimerId timer{};       // of a connection to try again, an answer or a verdict awaited
    int attempts = 0;
    int reconnects = 0;
    bool version_told = false;
    bool no_descriptors_told = false;
    bool banned = false;
  };

  void refresh(const std::string& id, Peer& peer);
  bool read_entry(const std::string& id, Peer& peer);
  bool may_ask(const Peer& peer) const;
  void ask_for_matches(const std::string& id, Peer& peer);
  void ask_own_publishers();
  /// Null: this participant is in no registry any more.
  Peer* own_peer();
  /// False when the peer cannot be reached now.
  bool meet(const std::string& id, Peer& peer, const shm::Endpoint& publisher,
            ShmSubscription& subscription);
  bool meet_own(Peer& own, const ShmPublisher& publisher, ShmSubscription& subscription);
  void ask(const std::string& id, Peer& peer, const shm::Endpoint& publisher,
           ShmSubscription& subscription);
  void send_questions(const std::string& id, Peer& peer);
  bool connect(const std::string& id, Peer& peer);
  /// So that the refusal can say in what the types differ.
  void explain_type(Peer& peer, const shm::Endpoint& publisher,
                    const ShmSubscription& subscription);
  void offer_bell(Peer& peer, std::uint32_t executor);
  bool on_message(const std::string& id, shm::wire::Message message,
                  std::vector<base::UniqueFd> fds);
  bool on_welcome(const std::string& id, Peer& peer, const shm::wire::Welcome& welcome,
                  std::vector<base::UniqueFd>& fds);
  void on_reject(const std::string& id, Peer& peer, const shm::wire::Reject& reject);
  /// False if that is known, and has been told.
  bool refuse_for_now(Peer& peer, const MatchKey& key);
  void ask_refused_again();
  void on_bye(Peer& peer, const shm::wire::Bye& bye);
  void on_end(const std::string& id, const std::string& why);
  void end_matches(Peer& peer, bool drain);
  void finish(Match& match, const MatchKey& key, bool drain);
  void watch_liveliness(const MatchKey& key, Match& match, const ShmSubscription& subscription);
  void unwatch(Match& match);
  void probe(const std::string& id);
  void forget(const std::string& id);
  void ban(const std::string& id, const std::string& why);
  void replace_timer(Peer& peer, std::int64_t delay_ns, std::function<void()> callback);
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
  base::TimerId again_timer_{};
};

}  // namespace baton::transport
