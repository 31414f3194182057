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
  /// The half that it belongs to. Outlives it.
  class Owner {
   public:
    virtual void look_at(const std::string& id) = 0;
    /// It has gone. Destroys it.
    virtual void forget(const std::string& id) = 0;
    virtual void ban(const std::string& id, const std::string& why) = 0;
    /// Something was refused for want of what may be there later.
    virtual void ask_again_later() = 0;
    /// A participant was not seen for want of a descriptor, as `why` says.
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

  /// Reads what has changed and asks for what is wanted. False: it has gone.
  bool look();
  /// It has gone: what it published is delivered.
  void leave();
  /// No more of it, whatever it says.
  void ban(const std::string& why);

  PeerState state() const { return state_.state(); }
  /// Null without a link.
  std::shared_ptr<PacketLink> packets() const { return link_.packets(); }
  /// What others can be told of it; null: nothing, or it cannot be reached.
  const shm::ParticipantInfo* reachable();

  /// Asks for all matches that are wanted of it.
  void ask_for_matches();
  /// As far as it has publishers on the subscription's topic.
  void ask_for_matches(ShmSubscription& subscription);
  /// Of this very participant: pairs that meet by pointer are left out. False when it cannot be
  /// reached now: it is tried again.
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
  /// Bans it, later: this is within a callback of its link, which ends. Returns false.
  bool broke_rules(const std::string& why);
  void on_reject(const shm::wire::Reject& reject);
  void on_link_end(const std::string& why);
  void await_end_of_cut();
  void on_time_for_cut();
  /// Tells the user, once.
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
  base::TimerId look_timer_{};  // set while it waits, and no longer
  base::TimerId cut_timer_{};   // of cut matches to give up
  std::string why_not_;         // there is no match, as the user was told
};

}  // namespace baton::transport
