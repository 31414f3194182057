// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/publisher_link.hpp"

#include <unistd.h>

#include <utility>
#include <vector>

#include "base/unix_socket.hpp"

namespace baton::transport {

PublisherLink::Attempt PublisherLink::connect(int directory_fd, const std::string& id,
                                              std::uint32_t uid, PacketLink::Callbacks callbacks) {
  auto socket = base::connect_to(directory_fd, id + ".sock");
  if (!socket) {
    if (lacks_descriptors(socket.error())) {
      return {Outcome::no_room, socket.error().text + more_descriptors};
    }
    return {Outcome::not_now, socket.error().text};
  }
  const auto credentials = base::peer_credentials(socket->get());
  if (!credentials || credentials->uid != uid) return {Outcome::other_user};
  auto link = PacketLink::open(*local_.loop(), std::move(*socket), std::move(callbacks));
  if (!link) return {Outcome::no_room, link.error().text};
  if (!(*link)->send(shm::wire::Intro{local_.id(), shm::layout_version},
                     {local_.rec()->read_only_fd()})) {
    return {Outcome::no_room,
            std::string("too many descriptors are on their way") + more_descriptors};
  }
  link_ = std::move(*link);
  uid_ = uid;
  wakes_by_message_ = false;
  for (std::uint32_t i = 0; i < local_.rec()->executors(); ++i) offer_bell(i);
  return {Outcome::made};
}

void PublisherLink::close() {
  if (link_) link_->close();
  link_.reset();
}

bool PublisherLink::is_of_same_user() const { return uid_ == geteuid(); }

void PublisherLink::offer_bell(std::uint32_t executor) {
  // Another user's peer rings by a message. It gets no descriptor, as it could change the
  // descriptor's flags.
  std::vector<int> fds;
  if (is_of_same_user()) fds.push_back(local_.rec()->bell(executor)->fd());
  if (link_->send(shm::wire::BellOffer{executor}, fds)) return;
  link_->send(shm::wire::BellOffer{executor});  // no descriptor: the peer wakes by messages
}

void PublisherLink::on_any_message() {
  if (!wakes_by_message_ && is_of_same_user()) return;
  for (std::uint32_t i = 0; i < local_.rec()->executors(); ++i) local_.rec()->bell(i)->ring();
}

}  // namespace baton::transport
