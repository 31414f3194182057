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
    other_user,  // it is not the socket of the registry file's owner
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
  /// Of one that is made. It may close within its callbacks, so they are called on a copy.
  const std::shared_ptr<PacketLink>& packets() const { return link_; }
  PacketLink* operator->() const { return link_.get(); }

  void offer_bell(std::uint32_t executor);
  /// The publisher has no eventfd of some executor: every message of the link stands for a ring.
  void on_wake() { wakes_by_message_ = true; }
  /// WAKE is not sent while the socket is full. What filled it comes through here afterwards, so
  /// every message wakes, if any does.
  void on_any_message();

 private:
  bool is_of_same_user() const;

  LocalParticipant& local_;
  std::shared_ptr<PacketLink> link_;
  std::uint32_t uid_ = 0;
  bool wakes_by_message_ = false;
};

}  // namespace baton::transport
