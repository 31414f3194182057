// SPDX-License-Identifier: Apache-2.0
// The connection to a publishing participant, with the bells that wake this process's executors.
//
// Thread safety: the participant's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

class PublisherLink {
 public:
  explicit PublisherLink(LocalParticipant& local) : local_(local) {}
  ~PublisherLink() { close(); }
  PublisherLink(const PublisherLink&) = delete;
  PublisherLink& operator=(const PublisherLink&) = delete;

  enum class Outcome {
    made,
    not_now,     // the socket is not there yet, or its queue is full
    no_room,     // for want of descriptors
    other_user,  // the socket does not belong to the owner of the registry file
  };
  struct Attempt {
    Outcome outcome;
    std::string why{};
  };
  /// Introduces this participant and offers its bells.
  Attempt connect(int directory_fd, const std::string& id, std::uint32_t uid,
                  PacketLink::Callbacks callbacks);
  /// No callback comes after this.
  void close();

  explicit operator bool() const { return link_ != nullptr; }
  /// The packets of a link that exists. Copy the pointer before a call: a callback may close the
  /// link.
  const std::shared_ptr<PacketLink>& packets() const { return link_; }
  PacketLink* operator->() const { return link_.get(); }

  void offer_bell(std::uint32_t executor);
  /// The publisher lacks the eventfd of an executor: from now on every message of the link stands
  /// for a ring.
  void on_wake() { wakes_by_message_ = true; }
  /// Maps the log that the publisher sends. Returns how that breaks the rules; empty if it does
  /// not. Without a descriptor or memory for it there is no log.
  std::string on_log(const shm::wire::LogOffer& offer, PacketLink::Received& received);
  /// Null while there is none.
  const std::shared_ptr<const shm::Log>& log() const { return log_; }
  /// WAKE is not sent while the socket is full. The messages that fill the socket arrive
  /// afterwards, so every message wakes the executors if any does.
  void on_any_message();

 private:
  bool is_of_same_user() const;

  LocalParticipant& local_;
  std::shared_ptr<PacketLink> link_;
  std::uint32_t uid_ = 0;
  bool wakes_by_message_ = false;
  bool log_came_ = false;
  std::shared_ptr<const shm::Log> log_;
};

}  // namespace baton::transport
