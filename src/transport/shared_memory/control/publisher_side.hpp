// SPDX-License-Identifier: Apache-2.0
// The publishers' half of the handshake: the subscribing processes that are connected, each with no
// more than its share, and the bells that wake them.
//
// Thread safety: the participant's thread. Everything received is input.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "transport/shared_memory/control/bell_watch.hpp"
#include "transport/shared_memory/control/second_rings.hpp"
#include "transport/shared_memory/control/session_acceptor.hpp"
#include "transport/shared_memory/control/subscriber_session.hpp"

namespace baton::transport {

class PublisherSide final : private SubscriberSession::Owner {
 public:
  explicit PublisherSide(LocalParticipant& local);
  PublisherSide(const PublisherSide&) = delete;
  PublisherSide& operator=(const PublisherSide&) = delete;

  /// Called before the first listen().
  base::Status start() { return bell_watch_.start(); }
  base::Status listen(shm::Registry& registry) { return acceptor_.listen(registry); }
  void stop_listening() { acceptor_.stop(); }
  /// Does now what the loop would do later for this participant's own subscriptions. Not within a
  /// callback of a link. False when there was nothing to do.
  bool serve_own();
  /// Ends the publisher's matches and tells its subscriptions.
  void on_publisher_removed(ShmPublisher& publisher);
  void on_growth(std::uint64_t publisher_id, std::size_t end_bytes);

 private:
  // SubscriberSession::Owner
  BellWatch& bell_watch() override { return bell_watch_; }
  void on_introduced(SubscriberSession& session) override;
  void tell_of_waiting(const std::string& why) override { acceptor_.tell_of_waiting(why); }
  std::string why_no_more(const SubscriberSession& asking, const ShmPublisher& publisher) override;
  std::uint64_t next_reader_id() override { return next_reader_++; }
  void on_link_ended(std::uint64_t id) override;
  void on_turned_away(std::uint64_t id) override;
  void erase(std::uint64_t id) override;

  void on_socket(base::UniqueFd socket);
  std::size_t sessions_of(const base::PeerCredentials& credentials) const;
  std::uint64_t published() const;
  std::size_t wake_those_behind();

  LocalParticipant& local_;
  SecondRings second_rings_;
  // Last member: it ends before the members that its callbacks use.
  BellWatch bell_watch_;
  // The session in which this participant subscribes to itself.
  std::weak_ptr<PacketLink> own_link_;
  std::map<std::uint64_t, SubscriberSession> sessions_;
  std::uint64_t next_session_ = 1;
  std::uint64_t next_reader_ = 1;
  SessionAcceptor acceptor_;
};

}  // namespace baton::transport
