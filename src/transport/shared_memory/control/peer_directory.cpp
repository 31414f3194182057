// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/peer_directory.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace baton::transport {
namespace {

/// The pause before requests are repeated that were refused for want of descriptors, records or
/// memory.
constexpr std::int64_t again_ns = 500'000'000;

}  // namespace

PublishingPeer* PeerDirectory::find(const std::string& id) {
  const auto at = peers_.find(id);
  return at == peers_.end() ? nullptr : &at->second;
}

PublishingPeer* PeerDirectory::own() {
  if (PublishingPeer* known = find(local_.id())) return known;
  if (local_.registries().empty()) return nullptr;
  auto file = PeerFile::open(local_.registries()[0], local_.id());
  if (!file) return nullptr;
  return &add(local_.id(), std::move(*file));
}

PublishingPeer& PeerDirectory::add(const std::string& id, PeerFile file) {
  Owner& self = *this;
  return peers_.try_emplace(id, local_, self, id, std::move(file)).first->second;
}

void PeerDirectory::scan() {
  // Look at known participants, too: a participant whose file has gone is in no list.
  std::set<std::string> ids;
  for (const auto& [id, peer] : peers_) ids.insert(id);
  for (const shm::Registry& registry : local_.registries()) {
    const auto listed = registry.list();
    if (listed) {
      ids.insert(listed->begin(), listed->end());
    } else if (lacks_descriptors(listed.error())) {
      overlook(listed.error().text);
    }
  }
  ids.erase(local_.id());
  for (const std::string& id : ids) look_at(id);
}

void PeerDirectory::look_at(const std::string& id) {
  PublishingPeer* peer = find(id);
  if (peer == nullptr) {
    if (id == local_.id()) return;  // see own()
    auto file = PeerFile::find(local_.registries(), id);
    if (!file) {
      if (lacks_descriptors(file.error())) overlook(file.error().text);
      return;
    }
    peer = &add(id, std::move(*file));
  }
  if (!peer->look()) forget(id);
}

void PeerDirectory::forget(const std::string& id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  const std::string gone = id;  // a copy: `id` may be a member of the peer
  at->second.leave();
  peers_.erase(at);
  local_.on_graph_changed();
  for (const shm::Registry& registry : local_.registries()) registry.remove_if_dead(gone);
}

void PeerDirectory::ban(const std::string& id, const std::string& why) {
  if (PublishingPeer* peer = find(id)) peer->ban(why);
}

void PeerDirectory::on_reader_gone(const std::string& id, const MatchKey& key,
                                   std::uint32_t record) {
  if (PublishingPeer* peer = find(id)) peer->requests().on_reader_gone(key, record);
  local_.rec()->close_record(record);
}

std::vector<shm::ParticipantInfo> PeerDirectory::others() {
  std::vector<shm::ParticipantInfo> infos;
  for (auto& [id, peer] : peers_) {
    if (const shm::ParticipantInfo* info = peer.reachable()) infos.push_back(*info);
  }
  return infos;
}

void PeerDirectory::overlook(const std::string& why) {
  overlooked_ = true;
  if (!std::exchange(overlooked_told_, true)) {
    local_.emit(EventKind::resources,
                fmt::format("other participants are not seen: {}{}", why, more_descriptors));
  }
  ask_again_later();
}

void PeerDirectory::ask_again_later() {
  if (std::exchange(will_ask_again_, true)) return;
  again_timer_ = local_.loop()->add_timer(again_ns, 0, [this] { ask_again(); });
}

void PeerDirectory::ask_again() {
  will_ask_again_ = false;
  if (std::exchange(overlooked_, false)) {
    scan();
    overlooked_told_ = overlooked_;
  }
  for (auto& [id, peer] : peers_) {
    if (peer.requests().refused().ask_again()) peer.ask_for_matches();
  }
}

}  // namespace baton::transport
