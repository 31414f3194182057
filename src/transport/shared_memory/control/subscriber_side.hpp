// SPDX-License-Identifier: Apache-2.0
// The subscriptions' half of the handshake: brings this participant's subscriptions together with
// the publishers of all participants that the registry shows, its own included.
//
// Thread safety: the participant's thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transport/shared_memory/control/peer_directory.hpp"

namespace baton::transport {

class SubscriberSide {
 public:
  explicit SubscriberSide(LocalParticipant& local) : local_(local), directory_(local) {}

  /// Reads the whole registry again, and removes what dead processes left in it.
  void scan() { directory_.scan(); }
  void look_at(const std::string& participant_id) { directory_.look_at(participant_id); }
  void on_subscription_added(ShmSubscription& subscription);
  void on_subscription_removed(ShmSubscription& subscription);
  /// For a publisher of this participant, which its own subscriptions meet without a file.
  void on_publisher_added(ShmPublisher& publisher);
  /// For a publisher of this participant.
  void on_publisher_removed(const ShmPublisher& publisher);
  /// Tells the peers about an executor's eventfd.
  void on_executor_opened(std::uint32_t executor);
  /// What the registries say of the other participants that can be reached.
  std::vector<shm::ParticipantInfo> others() { return directory_.others(); }
  /// Asks a participant for the description of a type. `on_answer` is called once, perhaps at once,
  /// or never if the question is forgotten. Returns the number of the question.
  std::uint64_t ask_for_type(const std::string& participant_id, const std::string& type_name,
                             const std::string& type_hash, TypeQuestions::OnAnswer on_answer);
  void forget_question(const std::string& participant_id, std::uint64_t request);
  /// Fails all questions that are not answered yet.
  void stop_asking(const std::string& why);
  /// The memory of a peer contradicted itself: the peer is banned.
  void on_violation(const std::string& participant_id) {
    directory_.ban(participant_id, "the memory that it publishes contradicts itself");
  }

 private:
  void meet_itself();

  LocalParticipant& local_;
  PeerDirectory directory_;
};

}  // namespace baton::transport
