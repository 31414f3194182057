// SPDX-License-Identifier: Apache-2.0
// A process of the same user that is in the registry, speaks the protocol as far as a test wants,
// and means harm.
#pragma once

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"
#include "base/unix_socket.hpp"
#include "shm/rec_segment.hpp"
#include "shm/registry.hpp"
#include "shm/wire.hpp"
#include "testing/deadline.hpp"

namespace baton::testing {

/// What the victims publish and subscribe: any topic, any plain type.
template <class Spec>
Spec on_topic() {
  Spec spec;
  spec.topic = "/t";
  spec.type_hash = 7;
  spec.layout_hash = 8;
  return spec;
}

class Stranger {
 public:
  /// Joins the registry; `publishers` is what it claims to publish.
  Stranger(const std::string& directory, std::vector<match::EndpointFacts> publishers = {},
           std::string name = "stranger")
      : registry_(*shm::Registry::open(directory)), rec_(*shm::RecSegment::create()) {
    self_.id = base::random_id();
    self_.version = shm::layout_version;
    self_.pid = getpid();
    self_.name = std::move(name);
    self_.publishers = std::move(publishers);
    registry_.join(self_).value();
  }
  ~Stranger() { registry_.leave(); }

  /// Connects to the only other participant.
  bool connect() {
    const std::vector<std::string> ids = *registry_.list();
    for (const std::string& id : ids) {
      if (id != self_.id) return connect_to(id);
    }
    return false;
  }
  bool connect_to(const std::string& id) {
    auto socket = base::connect_to(registry_.directory_fd(), id + ".sock");
    if (!socket) return false;
    socket_ = std::move(*socket);
    return true;
  }
  void hang_up() { socket_.reset(); }
  /// A process waits to be accepted.
  bool is_asked() const {
    pollfd waits{registry_.listening_fd(), POLLIN, 0};
    return poll(&waits, 1, 0) == 1;
  }
  /// Says in its file that it speaks another memory layout.
  void become_version(std::uint32_t version) {
    self_.version = version;
    registry_.publish(shm::participant_text(self_)).value();
  }
  /// The connection, which it forgets.
  base::UniqueFd let_go() { return std::move(socket_); }
  /// Waits for a peer to connect to it.
  bool accept() {
    return wait_until([&] {
      auto socket = base::accept_from(registry_.listening_fd());
      if (!socket) return false;
      socket_ = std::move(*socket);
      return true;
    });
  }

  base::Status send(const shm::wire::Message& message, const std::vector<int>& fds = {}) {
    return send_bytes(shm::wire::encode(message), fds);
  }
  base::Status send_bytes(const std::vector<std::byte>& bytes, const std::vector<int>& fds = {}) {
    return base::send_packet(socket_.get(), bytes, fds);
  }
  base::Status send_text(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return send_bytes({bytes.begin(), bytes.end()});
  }
  void introduce() {
    send(shm::wire::Intro{self_.id, shm::layout_version}, {rec_->read_only_fd()}).value();
  }

  struct Received {
    shm::wire::Message message;
    std::vector<base::UniqueFd> fds;
  };
  /// The next message of type T; nothing when the other side hung up.
  template <class T>
  std::optional<Received> receive() {
    for (;;) {
      auto received = receive_any();
      if (!received || std::holds_alternative<T>(received->message)) return received;
    }
  }
  /// The next message, whatever it is.
  std::optional<Received> receive_any() {
    std::optional<base::Packet> packet;
    if (!wait_until([&] {
          auto got = base::receive_packet(socket_.get(), shm::wire::max_packet_bytes, 4);
          if (!got) return got.error().code != EAGAIN;
          packet = std::move(*got);
          return true;
        })) {
      return std::nullopt;
    }
    if (!packet || packet->end) return std::nullopt;
    return Received{shm::wire::decode(packet->bytes).value(), std::move(packet->fds)};
  }
  /// The other side has ended the connection.
  bool hung_up() {
    return wait_until([&] {
      auto got = base::receive_packet(socket_.get(), shm::wire::max_packet_bytes, 4);
      return got ? got->end : got.error().code != EAGAIN;
    });
  }

  /// What another participant of the registry publishes, as soon as it says so.
  match::EndpointFacts victims_publisher() {
    match::EndpointFacts found;
    (void)wait_until([&] {
      const std::vector<std::string> ids = *registry_.list();
      return std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
        if (id == self_.id) return false;
        auto entry = shm::RegistryEntry::open(registry_.directory_fd(), id);
        if (entry->read() && !entry->info()->publishers.empty())
          found = entry->info()->publishers[0];
        return !found.topic.empty();
      });
    });
    return found;
  }

  const std::string& id() const { return self_.id; }
  shm::RecSegment& rec() { return *rec_; }
  int socket() const { return socket_.get(); }

 private:
  shm::Registry registry_;
  std::unique_ptr<shm::RecSegment> rec_;
  shm::ParticipantInfo self_;
  base::UniqueFd socket_;
};

}  // namespace baton::testing
