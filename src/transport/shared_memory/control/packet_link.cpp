// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/packet_link.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>

namespace baton::transport {
namespace {

constexpr std::size_t max_fds = 2;
/// What a peer may leave unread: thousands of small messages, which wait while it is stopped.
constexpr std::size_t max_waiting_bytes = std::size_t{1} << 20;
/// Messages handled before other descriptors get their turn.
constexpr int burst = 64;
constexpr std::int64_t refs_pause_ns = 10'000'000;

}  // namespace

base::Result<std::shared_ptr<PacketLink>> PacketLink::open(base::EventLoop& loop, base::UniqueFd fd,
                                                           Callbacks callbacks) {
  std::shared_ptr<PacketLink> link(new PacketLink(loop, std::move(fd), std::move(callbacks)));
  const std::weak_ptr<PacketLink> weak = link;
  base::Status added = loop.add_fd(link->fd(), EPOLLIN, [weak](std::uint32_t events) {
    // Hold the link: a callback may release the last reference.
    if (const auto self = weak.lock()) self->on_events(events);
  });
  if (!added) {
    link->open_ = false;
    return std::move(added).error();
  }
  return link;
}

PacketLink::~PacketLink() { close(); }

void PacketLink::close() {
  if (!open_) return;
  open_ = false;
  loop_.remove_fd(fd());
  // Closing is not enough: a bell that wakes by messages may keep the socket for longer.
  shutdown(fd(), SHUT_RDWR);
  fd_.reset();
  outbox_ = std::deque<Waiting>();
}

void PacketLink::end(const std::string& why) {
  if (!open_) return;
  close();
  callbacks_.on_end(why);
}

void PacketLink::on_events(std::uint32_t events) {
  if (events & EPOLLOUT) flush();
  // A hang-up is found by reading, after everything that came before it.
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) (void)receive();
}

bool PacketLink::serve() {
  const auto self = shared_from_this();  // a callback may release the last reference
  if (!outbox_.empty()) flush();
  return receive();
}

/// True if a message was handled.
bool PacketLink::receive() {
  int handled = 0;
  for (; handled < burst && open_; ++handled) {
    auto packet = base::receive_packet(fd(), shm::wire::max_packet_bytes, max_fds);
    if (!packet) {
      if (packet.error().code != EAGAIN) end(packet.error().text);
      break;
    }
    if (packet->end) {
      end("");
      break;
    }
    auto message = shm::wire::decode(packet->bytes);
    if (!message) {
      end(message.error().text);
      break;
    }
    if (!callbacks_.on_message({std::move(*message), std::move(packet->fds), packet->fds_lost}))
      close();
  }
  return handled > 0;
}

bool PacketLink::send(const shm::wire::Message& message, const std::vector<int>& fds) {
  if (!open_ || given_up_) return true;
  std::vector<std::byte> bytes = shm::wire::encode(message);
  if (outbox_.empty()) {
    const base::Status sent = base::send_packet(fd(), bytes, fds);
    if (!sent && sent.error().code == ETOOMANYREFS) return false;
    if (sent || sent.error().code != EAGAIN) return true;  // a dead link is noticed by reading
  }
  Waiting waiting{std::move(bytes), {}};
  for (const int each : fds) {
    waiting.fds.emplace_back(fcntl(each, F_DUPFD_CLOEXEC, 0));
    if (!waiting.fds.back()) return false;
  }
  waiting_bytes_ += waiting.cost_bytes();
  outbox_.push_back(std::move(waiting));
  if (outbox_.size() == 1) (void)loop_.modify_fd(fd(), EPOLLIN | EPOLLOUT);
  if (waiting_bytes_ <= max_waiting_bytes) return true;
  outbox_ = std::deque<Waiting>();
  given_up_ = true;
  // End the link later: the sender is in the middle of something.
  loop_.post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end("it does not read its messages");
  });
  return true;
}

void PacketLink::flush() {
  while (!outbox_.empty()) {
    std::vector<int> fds;
    for (const base::UniqueFd& fd : outbox_.front().fds) fds.push_back(fd.get());
    const base::Status sent = base::send_packet(fd(), outbox_.front().bytes, fds);
    if (!sent && sent.error().code == EAGAIN) return;
    if (!sent && sent.error().code == ETOOMANYREFS) return flush_later();
    waiting_bytes_ -= outbox_.front().cost_bytes();
    outbox_.pop_front();
  }
  (void)loop_.modify_fd(fd(), EPOLLIN);
  if (callbacks_.on_room && !given_up_) callbacks_.on_room();
}

/// Too many descriptors of this user are on their way, and no event tells when they have arrived.
void PacketLink::flush_later() {
  (void)loop_.modify_fd(fd(), EPOLLIN);
  loop_.add_timer(refs_pause_ns, 0, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self && self->open_) (void)self->loop_.modify_fd(self->fd(), EPOLLIN | EPOLLOUT);
  });
}

}  // namespace baton::transport
