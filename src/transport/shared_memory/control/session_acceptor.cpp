// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/session_acceptor.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <utility>

#include "base/unix_socket.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {
namespace {

constexpr int most_at_once = 64;  // most processes accepted before other work gets its turn
constexpr std::int64_t pause_ns = 100'000'000;

}  // namespace

base::Status SessionAcceptor::listen(shm::Registry& registry) {
  const int fd = registry.listening_fd();
  if (base::Status done =
          local_.loop()->add_fd(fd, EPOLLIN, [this, fd](std::uint32_t) { accept(fd); });
      !done) {
    return done;
  }
  listening_fds_.push_back(fd);
  fill_spare();
  return {};
}

void SessionAcceptor::stop() {
  for (const int fd : listening_fds_) local_.loop()->remove_fd(fd);
  listening_fds_.clear();
}

bool SessionAcceptor::accept_waiting() {
  bool any = false;
  for (const int fd : listening_fds_) {
    for (int i = 0; i < most_at_once && accept(fd); ++i) any = true;
  }
  return any;
}

/// False when no process waits, or when it cannot be accepted.
bool SessionAcceptor::accept(int listening_fd) {
  auto fd = base::accept_from(listening_fd);
  if (fd) {
    on_socket_(std::move(*fd));
    return true;
  }
  if (lacks_descriptors(fd.error())) {
    accept_and_turn_away(listening_fd, fd.error().text + more_descriptors);
  }
  return false;
}

void SessionAcceptor::fill_spare() {
  if (!spare_) spare_.reset(eventfd(0, EFD_CLOEXEC));
}

void SessionAcceptor::accept_and_turn_away(int listening_fd, const std::string& why) {
  spare_.reset();
  if (const auto fd = base::accept_from(listening_fd)) {
    turn_away(*fd, why);
  } else {  // the spare descriptor was taken by another thread of this process
    tell_of_waiting(why);
    pause(listening_fd);
  }
  fill_spare();
}

void SessionAcceptor::turn_away(const base::UniqueFd& socket, const std::string& why) {
  tell_of_waiting(why);
  const shm::wire::Reject reject{0, 0, match::Refusal::no_resources, why};
  (void)base::send_packet(socket.get(), shm::wire::encode(reject));
}

void SessionAcceptor::tell_of_waiting(const std::string& why) {
  if (std::exchange(waiting_told_, true)) return;
  local_.emit(EventKind::resources,
              fmt::format("a subscription waits, because it cannot be accepted: {}", why));
}

/// Stops watching the socket for a while: a waiting process keeps it readable, so the loop would
/// never sleep.
void SessionAcceptor::pause(int listening_fd) {
  (void)local_.loop()->modify_fd(listening_fd, 0);
  local_.loop()->add_timer(pause_ns, 0, [this, listening_fd] {
    const auto& fds = listening_fds_;
    if (std::find(fds.begin(), fds.end(), listening_fd) == fds.end()) return;
    (void)local_.loop()->modify_fd(listening_fd, EPOLLIN);
  });
}

}  // namespace baton::transport
