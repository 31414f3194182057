// SPDX-License-Identifier: Apache-2.0
#include "worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "clock.hpp"
#include "communicator.hpp"

namespace perf {
namespace {

// Between fork and exec: system calls only.
[[noreturn]] void become_worker(pid_t supervisor, int socket, char* const* argv) {
  prctl(PR_SET_PDEATHSIG, supervisor_died_signal);
  if (getppid() != supervisor) _exit(1);  // the supervisor died before prctl
  // Ctrl-C reaches the whole foreground group; the supervisor decides what it means.
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  fcntl(socket, F_SETFD, 0);
  execv("/proc/self/exe", argv);
  _exit(127);
}

}  // namespace

WorkerProcess WorkerProcess::start(const ProcessPlan& plan,
                                   const std::vector<std::string>& arguments) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw RunError(fmt::format("cannot make a socket for {}: {}", plan.name, std::strerror(errno)));
  }
  ControlSocket ours(ends[0]);
  const ControlSocket theirs(ends[1]);

  std::vector<std::string> words = arguments;
  words.push_back("--worker-socket");
  words.push_back(std::to_string(theirs.fd()));
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t supervisor = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    throw RunError(fmt::format("cannot start {}: {}", plan.name, std::strerror(errno)));
  }
  if (pid == 0) become_worker(supervisor, theirs.fd(), argv.data());
  return WorkerProcess(plan, pid, std::move(ours));
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : plan_(std::move(other.plan_)),
      pid_(std::exchange(other.pid_, -1)),
      socket_(std::move(other.socket_)),
      ended_(other.ended_),
      status_(other.status_) {}

WorkerProcess::~WorkerProcess() {
  if (pid_ <= 0 || ended_) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::string WorkerProcess::name() const { return fmt::format("{} (pid {})", plan_.name, pid_); }

bool WorkerProcess::wait_until_ended(int64_t deadline_ns) {
  while (!ended_) {
    ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
    if (ended_ || now_ns() >= deadline_ns) break;
    sleep_until_ns(now_ns() + 1'000'000);
  }
  return ended_;
}

std::string WorkerProcess::how_it_ended(int64_t deadline_ns) {
  if (!wait_until_ended(deadline_ns)) return fmt::format("{} closed its socket", name());
  if (WIFSIGNALED(status_)) {
    return fmt::format("{} was killed by signal {} ({})", name(), WTERMSIG(status_),
                       strsignal(WTERMSIG(status_)));
  }
  return fmt::format("{} exited with status {}", name(), WEXITSTATUS(status_));
}

}  // namespace perf
