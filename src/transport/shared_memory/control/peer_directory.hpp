// SPDX-License-Identifier: Apache-2.0
// All participants that this one may subscribe to, as the registries show them. What is not seen,
// or is refused, for want of what may be there later is looked at again twice a second.
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
  /// Nothing for this participant itself, unless own() is there.
  void look_at(const std::string& id) override;
  void ban(const std::string& id, const std::string& why) override;
  /// The last sample of a match has gone. Its record may be used again only behind the BYE, or the
  /// publisher would see it in two matches.
  void on_reader_gone(const std::string& id, const MatchKey& key, std::uint32_t record) override;

  std::map<std::string, PublishingPeer>& peers() { return peers_; }
  /// Null: it is unknown.
  PublishingPeer* find(const std::string& id);
  /// This participant as one of those that it subscribes to; made when it is first wanted. Null: it
  /// is in no registry any more.
  PublishingPeer* own();
  /// What the registry says of the others that can be reached.
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
  bool overlooked_ = false;  // a participant, since the last scan
  bool overlooked_told_ = false;
  base::TimerId again_timer_{};
};

}  // namespace baton::transport
