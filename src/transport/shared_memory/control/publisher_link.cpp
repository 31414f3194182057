// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/publisher_link.hpp"

#include <unistd.h>

#include <utility>
#include <vector>

#include "base/platform.hpp"
#include "base/sealed_memory.hpp"
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
  log_came_ = false;
  for (std::uint32_t i = 0; i < local_.rec()->executors(); ++i) offer_bell(i);
  return {Outcome::made};
}

void PublisherLink::close() {
  if (link_) link_->close();
  link_.reset();
  log_.reset();
}

std::string PublisherLink::on_log(const shm::wire::LogOffer& offer,
                                  PacketLink::Received& received) {
  if (std::exchange(log_came_, true)) return "it sent a second log";
  if (received.fds_lost) return {};
  if (received.fds.size() != 1) return "its log came without a segment";
  // Allow one more page: memory comes in whole pages.
  auto memory = base::PeerMemory::adopt(std::move(received.fds[0]), sizeof(shm::Log),
                                        sizeof(shm::Log) + base::page_bytes(), false, 0);
  if (!memory) return lacks_memory(memory.error()) ? std::string() : memory.error().text;
  // Looking at what is not there would allocate it. It may have been swapped out, too.
  if (!memory->is_backed(0, sizeof(shm::Log))) return {};
  auto kept = std::make_shared<const base::PeerMemory>(std::move(*memory));
  const auto& log = *reinterpret_cast<const shm::Log*>(kept->data());
  if (log.header.magic != shm::log_magic || log.header.version != shm::layout_version ||
      log.header.entries != shm::log_entries || offer.entries != shm::log_entries) {
    return "its log has another format";
  }
  log_ = {std::move(kept), &log};
  return {};
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
