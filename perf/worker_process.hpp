// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

#include "control_socket.hpp"
#include "plan.hpp"

namespace perf {

/// What the kernel sends to a worker when the supervisor dies; it ends a worker that has not yet
/// said what else shall happen.
inline constexpr int supervisor_died_signal = SIGUSR1;

/// A worker that this process started. It cannot outlive it: when this process dies the worker
/// leaves in order, or is killed a second later. The destructor kills one that has not ended.
class WorkerProcess {
 public:
  /// Runs this program once more, with the same arguments and its end of a socket. Throws RunError.
  static WorkerProcess start(const ProcessPlan& plan, const std::vector<std::string>& arguments);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  ~WorkerProcess();

  ControlSocket& socket() { return socket_; }
  const ProcessPlan& plan() const { return plan_; }
  pid_t pid() const { return pid_; }
  std::string name() const;  ///< "subscriber 3 (pid 4711)"

  /// Says in a sentence how the worker ended. Call this after its socket was closed. Waits at most
  /// until `deadline_ns`.
  std::string how_it_ended(int64_t deadline_ns);
  /// Waits for the worker's end, until `deadline_ns`. True if it has ended.
  bool wait_until_ended(int64_t deadline_ns);

 private:
  WorkerProcess(ProcessPlan plan, pid_t pid, ControlSocket socket)
      : plan_(std::move(plan)), pid_(pid), socket_(std::move(socket)) {}

  ProcessPlan plan_;
  pid_t pid_;
  ControlSocket socket_;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace perf
