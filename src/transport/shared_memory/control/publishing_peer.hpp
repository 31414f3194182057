// SPDX-License-Identifier: Apache-2.0
// One participant that this one may subscribe to: what its file says of it, whether it may be
// asked, and the link to it, which is made again for as long as the peer lives.
//
// Thread safety: the participant's thread. Files and messages are input.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/match_requests.hpp"
#include "transport/shared_memory/control/peer_file.hpp"
#include "transport/shared_memory/control/peer_state.hpp"
#include "transport/shared_memory/control/publisher_link.hpp"
#include "transport/shared_memory/control/reconnect_pace.hpp"
#include "transport/shared_memory/control/type_questions.hpp"

namespace baton::transport {

class PublishingPeer final : private MatchRequests::Peer {
 public:
  /// The subscriptions' half, which this peer belongs to. Outlives the peer.
  class Owner {
   public:
    virtual void look_at(const std::string& id) = 0;
    /// Called when the peer has gone. Destroys the peer.
    virtual void forget(const std::string& id) = 0;
    virtual void ban(const std::string& id, const std::string& why) = 0;
    /// Called when a request was refused for want of a resource.
    virtual void ask_again_later() = 0;
    /// Called when a participant was not seen for want of a descriptor, as `why` says.
    virtual void overlook(const std::string& why) = 0;
    virtual void on_reader_gone(const std::string& id, const MatchKey& key,
                                std::uint32_t record) = 0;

   protected:
    ~Owner() = default;
  };

  PublishingPeer(LocalParticipant& local, Owner& owner, std::string id, PeerFile file);
  ~PublishingPeer();
  PublishingPeer(const PublishingPeer&) = delete;
  PublishingPeer& operator=(const PublishingPeer&) = delete;

  /// Reads the file if it has changed and asks for wanted matches. False: the peer has gone.
  bool look();
  /// Called when the peer has gone. Its last messages are still delivered.
  void leave();
  /// Ends all matches and the link. The peer is never asked again.
  void ban(const std::string& why);

  PeerState state() const { return state_.state(); }
  /// Null without a link.
  std::shared_ptr<PacketLink> packets() const { return link_.packets(); }
  /// What can be told of the peer to users. Null: nothing is known, or the peer cannot be reached.
  const shm::ParticipantInfo* reachable();

  /// Asks for all matches that this participant's subscriptions want of the peer.
  void ask_for_matches();
  /// Asks for the matches of one subscription with publishers of the peer.
  void ask_for_matches(ShmSubscription& subscription);
  /// For the peer that is this participant itself. Pairs that meet by pointer are left out. False
  /// when the peer cannot be reached now: the caller tries again.
  bool meet_own(const ShmPublisher& publisher, ShmSubscription& subscription);

  MatchRequests& requests() { return requests_; }
  TypeQuestions& questions() { return questions_; }
  void send_questions();
  void on_executor_opened(std::uint32_t executor);

 private:
  // MatchRequests::Peer
  const std::string& id() const override { return id_; }
  std::string process_name() const override;
  std::int64_t pid() const override;
  std::string title() const override;
  std::uint32_t uid() const override { return file_.uid(); }
  void on_answer() override { pace_.on_answer(); }
  void on_match() override;
  void ask_again_later() override { owner_.ask_again_later(); }
  std::function<void()> on_last_sample(const MatchKey& key, std::uint32_t record) override;

  bool is_own() const { return id_ == local_.id(); }
  void cancel(base::TimerId& timer) { local_.loop()->cancel_timer(std::exchange(timer, {})); }
  bool costs_no_descriptor() const;

  bool look_into();
  bool read_file();
  void on_other_version();

  bool meet(const match::EndpointFacts& publisher, ShmSubscription& subscription);
  void ask_own_publishers();
  bool connect();
  PublisherLink::Attempt attempt_link();
  void plan_look();
  void on_time_for_look();
  bool on_message(PacketLink::Received received);
  /// The peer broke the rules: bans it later, as this is called within a callback of its link.
  /// Returns false.
  bool broke_rules(const std::string& why);
  void on_reject(const shm::wire::Reject& reject);
  void on_link_end(const std::string& why);
  void await_end_of_cut();
  void on_time_for_cut();
  /// Tells the user why there is no match, once.
  void tell_why_not(const std::string& why);

  LocalParticipant& local_;
  Owner& owner_;
  const std::string id_;
  base::StateMachine<PeerState, PeerEvent> state_;
  PeerFile file_;
  PublisherLink link_;
  ReconnectPace pace_;
  MatchRequests requests_;
  TypeQuestions questions_;
  base::TimerId look_timer_{};  // set only while a look is planned
  base::TimerId cut_timer_{};   // ends the time in which cut matches are read on
  std::string why_not_;         // the reason that the user was told last
};

}  // namespace baton::transport
