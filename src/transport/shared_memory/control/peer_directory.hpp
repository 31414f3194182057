// SPDX-License-Identifier: Apache-2.0
// All participants that this one may subscribe to, as the registries show them. Participants that
// were not seen, and requests that were refused, for want of a resource are tried again twice a
// second.
//
// Thread safety: the participant's thread. The registries are input.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "transport/shared_memory/control/publishing_peer.hpp"

namespace baton::transport {

class PeerDirectory final : private PublishingPeer::Owner {
 public:
  explicit PeerDirectory(LocalParticipant& local) : local_(local) {}
  ~PeerDirectory() { local_.loop()->cancel_timer(again_timer_); }
  PeerDirectory(const PeerDirectory&) = delete;
  PeerDirectory& operator=(const PeerDirectory&) = delete;

  /// Reads the whole registry again, and removes what dead processes left in it.
  void scan();
  /// Does nothing for this participant itself, unless own() exists.
  void look_at(const std::string& id) override;
  void ban(const std::string& id, const std::string& why) override;
  /// Called when the last sample of a match has been released. BYE is sent before the record may be
  /// used again: otherwise the publisher would see it in two matches.
  void on_reader_gone(const std::string& id, const MatchKey& key, std::uint32_t record) override;

  std::map<std::string, PublishingPeer>& peers() { return peers_; }
  /// Null: the participant is unknown.
  PublishingPeer* find(const std::string& id);
  /// This participant as one that it subscribes to, made at the first call. Null: this participant
  /// has left the registry.
  PublishingPeer* own();
  /// What the registries say of the other participants that can be reached.
  std::vector<shm::ParticipantInfo> others();

 private:
  PublishingPeer& add(const std::string& id, PeerFile file);
  void forget(const std::string& id) override;
  void ask_again_later() override;
  void overlook(const std::string& why) override;
  void ask_again();

  LocalParticipant& local_;
  std::map<std::string, PublishingPeer> peers_;
  bool will_ask_again_ = false;
  bool overlooked_ = false;  // a participant was overlooked since the last scan
  bool overlooked_told_ = false;
  base::TimerId again_timer_{};
};

}  // namespace baton::transport
