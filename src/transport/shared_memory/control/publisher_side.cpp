// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/publisher_side.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "transport/shared_memory/control/session_limits.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"

namespace baton::transport {

PublisherSide::PublisherSide(LocalParticipant& local)
    : local_(local),
      second_rings_(local.loop(),
                    {[this] { return published(); }, [this] { return wake_those_behind(); }}),
      bell_watch_({[this] {
                     local_.emit(
                         EventKind::peer_dropped,
                         "a subscribing process has filled the eventfd that wakes it; it is "
                         "woken no more");
                   },
                   [this](bool rung) {
                     local_.loop()->post([this, rung] { second_rings_.on_period(rung); });
                   }}),
      acceptor_(local, [this](base::UniqueFd socket) { on_socket(std::move(socket)); }) {}

// ---- sessions

std::size_t PublisherSide::sessions_of(const base::PeerCredentials& credentials) const {
  return static_cast<std::size_t>(std::count_if(
      sessions_.begin(), sessions_.end(),
      [&](const auto& entry) { return is_same_peer(entry.second.credentials(), credentials); }));
}

void PublisherSide::on_socket(base::UniqueFd socket) {
  const auto credentials = base::peer_credentials(socket.get());
  if (!credentials) return;
  if (sessions_.size() >= max_sessions) {
    return acceptor_.turn_away(
        socket, fmt::format("{} processes subscribe here already, which is the most that there can "
                            "be; use fewer",
                            max_sessions));
  }
  if (sessions_of(*credentials) >= max_sessions / shares) {
    return local_.emit(
        EventKind::resources,
        fmt::format("process with pid {} (uid {}) cannot subscribe here: it has {} connections "
                    "already, the most that one peer can have; use fewer contexts",
                    credentials->pid, credentials->uid, max_sessions / shares));
  }
  const std::uint64_t id = next_session_++;
  Owner& self = *this;
  SubscriberSession& session =
      sessions_.try_emplace(id, local_, self, id, *credentials).first->second;
  if (!session.open(std::move(socket))) sessions_.erase(id);
}

void PublisherSide::on_introduced(SubscriberSession& session) {
  acceptor_.on_let_in();
  if (session.peer()->info.id == local_.id()) own_link_ = session.link();
}

void PublisherSide::on_link_ended(std::uint64_t id) {
  const auto at = sessions_.find(id);
  if (at != sessions_.end()) at->second.on_link_ended();
}

void PublisherSide::on_turned_away(std::uint64_t id) {
  const auto at = sessions_.find(id);
  if (at != sessions_.end()) at->second.finish();
}

void PublisherSide::erase(std::uint64_t id) {
  const auto at = sessions_.find(id);
  const std::shared_ptr<SubscribingPeer> peer = at->second.peer();
  sessions_.erase(at);
  if (!peer) return;
  for (const shm::Registry& registry : local_.registries()) registry.remove_if_dead(peer->info.id);
}

bool PublisherSide::serve_own() {
  if (const auto link = own_link_.lock()) return link->serve();
  bool served = acceptor_.accept_waiting();
  // the session has not introduced itself yet
  std::vector<std::shared_ptr<PacketLink>> links;
  for (const auto& [id, session] : sessions_) {
    if (!session.peer() && session.credentials().pid == getpid()) links.push_back(session.link());
  }
  for (const auto& link : links) served = link->serve() || served;
  return served;
}

// ---- publishers

std::string PublisherSide::why_no_more(const SubscriberSession& asking,
                                       const ShmPublisher& publisher) {
  if (publisher.match_count() >= max_matches) {
    return fmt::format(
        "the publisher has {} subscriptions already, which is the most that there can be",
        max_matches);
  }
  std::size_t count = 0;
  for (const auto& [id, session] : sessions_) {
    if (!is_same_peer(session.credentials(), asking.credentials())) continue;
    count += session.matches().count(publisher.endpoint().id);
  }
  if (count < max_matches / shares) return {};
  return fmt::format(
      "it has {} subscriptions of this publisher already, which is the most that one peer can "
      "have; "
      "use fewer",
      count);
}

void PublisherSide::on_publisher_removed(ShmPublisher& publisher) {
  for (auto& [id, session] : sessions_) session.on_publisher_removed(publisher);
}

void PublisherSide::on_growth(std::uint64_t publisher_id, std::size_t end_bytes) {
  for (auto& [id, session] : sessions_) session.on_growth(publisher_id, end_bytes);
}

// ---- rings

std::uint64_t PublisherSide::published() const {
  std::uint64_t sum = 0;
  for (const auto& [id, publisher] : local_.publishers()) sum += publisher->published();
  return sum;
}

std::size_t PublisherSide::wake_those_behind() {
  std::size_t woken = 0;
  for (const auto& [id, publisher] : local_.publishers()) woken += publisher->wake_those_behind();
  bell_watch_.disregard(woken);
  return woken;
}

}  // namespace baton::transport
