// SPDX-License-Identifier: Apache-2.0
// Where subscribing processes connect: accepts them, and tells those for which there is no
// descriptor why.
//
// Owns: a spare descriptor, given up for a moment to accept a process and tell it that none is
// left. Thread safety: the participant's thread.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"
#include "transport/shared_memory/control/local_participant.hpp"

namespace baton::transport {

class SessionAcceptor {
 public:
  using OnSocket = std::function<void(base::UniqueFd)>;

  SessionAcceptor(LocalParticipant& local, OnSocket on_socket)
      : local_(local), on_socket_(std::move(on_socket)) {}
  ~SessionAcceptor() { stop(); }
  SessionAcceptor(const SessionAcceptor&) = delete;
  SessionAcceptor& operator=(const SessionAcceptor&) = delete;

  base::Status listen(shm::Registry& registry);
  void stop();
  /// Accepts processes that wait now, as many as one call may. False when there was none.
  bool accept_waiting();
  /// Tells the process why it is not accepted. The process tries again later.
  void turn_away(const base::UniqueFd& socket, const std::string& why);
  /// Tells the user, once until a process is accepted.
  void tell_of_waiting(const std::string& why);
  void on_let_in() { waiting_told_ = false; }

 private:
  bool accept(int listening_fd);
  void accept_and_turn_away(int listening_fd, const std::string& why);
  void pause(int listening_fd);
  void fill_spare();

  LocalParticipant& local_;
  const OnSocket on_socket_;
  std::vector<int> listening_fds_;
  base::UniqueFd spare_;
  bool waiting_told_ = false;
};

}  // namespace baton::transport
