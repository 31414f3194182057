// SPDX-License-Identifier: Apache-2.0
// A handshake connection on the participant's loop: whole messages in, whole messages out.
//
// Thread safety: the loop's thread only. Never blocks: what the peer does not read is queued, up to
// 1 MiB, and a peer that leaves more unread is given up. A sender that has much to say waits for
// room.
#pragma once

#include <cerrno>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/event_loop.hpp"
#include "base/unique_fd.hpp"
#include "base/unix_socket.hpp"
#include "shm/wire.hpp"

namespace baton::transport {

/// Whether the error says that this process or the machine has no descriptor left.
inline bool lacks_descriptors(const base::Error& error) {
  return error.code == EMFILE || error.code == ENFILE;
}
/// Whether the error says that this process may have no more memory, or lock no more (mlockall).
inline bool lacks_memory(const base::Error& error) {
  return error.code == ENOMEM || error.code == EAGAIN;
}
inline constexpr const char* more_descriptors = "; raise RLIMIT_NOFILE (ulimit -n)";

class PacketLink : public std::enable_shared_from_this<PacketLink> {
 public:
  struct Received {
    shm::wire::Message message;
    std::vector<base::UniqueFd> fds;
    bool fds_lost = false;  // this process had no room for the descriptors
  };
  struct Callbacks {
    /// Called for each message. Returns false to end the link.
    std::function<bool(Received)> on_message;
    /// Called once, unless close() was called: the peer hung up, or broke the protocol (`why` says
    /// how).
    std::function<void(const std::string& why)> on_end;
    /// Called when everything that was queued has been sent. May be empty.
    std::function<void()> on_room = {};
  };

  static base::Result<std::shared_ptr<PacketLink>> open(base::EventLoop& loop, base::UniqueFd fd,
                                                        Callbacks callbacks);
  ~PacketLink();

  /// The descriptors are duplicated if the message must wait. False: there is no room for the
  /// descriptors, and nothing was sent. Always true for a message without descriptors.
  bool send(const shm::wire::Message& message, const std::vector<int>& fds = {});
  /// True if nothing is queued. Otherwise on_room() will be called.
  bool has_room() const { return outbox_.empty(); }
  /// Does now what the loop would do later: sends what is queued, handles what has come. Not within
  /// a callback. False when there was nothing to do.
  bool serve();
  /// No callback is called after this.
  void close();

  /// The socket, which may outlive the link after its shutdown: other threads than the loop's send
  /// messages through it.
  std::shared_ptr<const base::UniqueFd> socket() const { return fd_; }

 private:
  struct Waiting {
    static constexpr std::size_t overhead_bytes = 128;  // beside the text
    std::vector<std::byte> bytes;
    std::vector<base::UniqueFd> fds;
    std::size_t cost_bytes() const { return bytes.size() + overhead_bytes; }
  };

  PacketLink(base::EventLoop& loop, base::UniqueFd fd, Callbacks callbacks)
      : loop_(loop),
        fd_(std::make_shared<base::UniqueFd>(std::move(fd))),
        callbacks_(std::move(callbacks)) {}
  int fd() const { return fd_->get(); }
  void on_events(std::uint32_t events);
  bool receive();
  void flush();
  void flush_later();
  void end(const std::string& why);

  base::EventLoop& loop_;
  std::shared_ptr<const base::UniqueFd> fd_;
  Callbacks callbacks_;
  std::deque<Waiting> outbox_;
  std::size_t waiting_bytes_ = 0;
  bool open_ = true;
  bool given_up_ = false;  // on_end() has been posted
};

}  // namespace baton::transport
