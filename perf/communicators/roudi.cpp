// SPDX-License-Identifier: Apache-2.0
#include "communicators/roudi.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "clock.hpp"
#include "communicator.hpp"

namespace perf {
namespace {

constexpr const char* program = "iox-roudi";
constexpr int not_there = 127;
constexpr int64_t ready_patience_ns = 10 * ns_per_s;
constexpr int64_t leave_patience_ns = 5 * ns_per_s;

// Room for the header that Cyclone DDS puts before a message, and for its alignment.
constexpr size_t header_bytes = 256;
constexpr size_t chunk_alignment_bytes = 32;
// A publisher holds its loan and the last message; a subscriber reads one while it takes the next.
constexpr size_t chunks_of_publisher = 8;
constexpr size_t chunks_of_subscriber = 2;
constexpr size_t longest_queue = 256;

/// A file without a name; the program reads it as its standard input.
int file_with(const std::string& text) {
  const int file = memfd_create("roudi.toml", MFD_CLOEXEC);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      lseek(file, 0, SEEK_SET) != 0) {
    throw RunError(fmt::format("cannot write RouDi's configuration: {}", std::strerror(errno)));
  }
  return file;
}

// Between fork and exec: system calls only.
[[noreturn]] void become_roudi(pid_t supervisor, int configuration, int output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != supervisor) _exit(1);
  // Ctrl-C reaches the whole foreground group, and the workers need RouDi until they have left.
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(configuration, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // Workers that are left when RouDi ends have a second.
  execlp(program, program, "--config-file", "/dev/stdin", "--kill-delay", "1", "--log-level",
         "fatal", nullptr);
  _exit(not_there);
}

/// A killed RouDi leaves its shared memory. The segment of the pools has the name of the group.
void remove_what_it_left() {
  shm_unlink("/iceoryx_mgmt");
  if (const group* own = getgrgid(getegid())) shm_unlink(fmt::format("/{}", own->gr_name).c_str());
}

}  // namespace

RoudiPool RoudiPool::of(const Options& o) {
  const size_t queue =
      o.keep_all ? longest_queue : std::min<size_t>(o.history_depth, longest_queue);
  const size_t directions = o.roundtrip == Roundtrip::none ? 1 : 2;
  const size_t size_bytes = o.message_type().size_bytes + header_bytes;
  return {(size_bytes + chunk_alignment_bytes - 1) / chunk_alignment_bytes * chunk_alignment_bytes,
          directions * (std::max(1u, o.publishers) * o.topics * (queue + chunks_of_publisher) +
                        chunks_of_subscriber * std::max(1u, o.subscribers))};
}

std::string RoudiPool::as_toml() const {
  return fmt::format(
      "[general]\nversion = 1\n[[segment]]\n"
      "[[segment.mempool]]\nsize = 1024\ncount = 512\n"  // what endpoints say of themselves
      "[[segment.mempool]]\nsize = {}\ncount = {}\n",
      std::max(chunk_size_bytes, size_t{2048}), chunks);
}

Roudi Roudi::start(const RoudiPool& pool) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw RunError(fmt::format("cannot make a pipe for RouDi: {}", std::strerror(errno)));
  }
  const int configuration = file_with(pool.as_toml());
  const pid_t supervisor = getpid();
  const pid_t pid = fork();
  if (pid == 0) become_roudi(supervisor, configuration, ends[1]);
  close(configuration);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    throw RunError(fmt::format("cannot start RouDi: {}", std::strerror(errno)));
  }
  Roudi roudi(pid, ends[0]);
  roudi.await_ready();
  return roudi;
}

void Roudi::await_ready() {
  std::string said;
  for (const int64_t deadline_ns = now_ns() + ready_patience_ns; now_ns() < deadline_ns;) {
    pollfd output{output_, POLLIN, 0};
    if (poll(&output, 1, 100) <= 0) continue;
    char text[1024];
    const ssize_t count = read(output_, text, sizeof text);
    if (count <= 0) break;
    said.append(text, static_cast<size_t>(count));
    ready_ = said.find("ready for clients") != std::string::npos;
    if (ready_) return;
  }
  if (said.find("still running") != std::string::npos) {
    wait_until_ended(now_ns() + leave_patience_ns);
    throw RunError(
        "iceoryx: a RouDi runs on this machine already, and its pools need not fit these messages: "
        "end it (pkill iox-roudi) and try again; perf_test starts its own");
  }
  if (!wait_until_ended(now_ns() + ns_per_s)) {
    throw RunError(
        fmt::format("iceoryx: RouDi was not ready within {} s", ready_patience_ns / ns_per_s));
  }
  if (WIFEXITED(status_) && WEXITSTATUS(status_) == not_there) {
    throw RunError(fmt::format(
        "--communicator iceoryx, and CycloneDDS with --zero-copy, need {}: `make competitors` "
        "installs it",
        program));
  }
  std::replace(said.begin(), said.end(), '\n', ' ');
  throw RunError(fmt::format("iceoryx: {}; it said: {}", how_it_ended(), said));
}

Roudi::Roudi(Roudi&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      ready_(other.ready_),
      ended_(other.ended_),
      status_(other.status_) {}

Roudi::~Roudi() {
  if (pid_ <= 0) return;
  if (!ended_) {
    kill(pid_, SIGTERM);
    if (!wait_until_ended(now_ns() + leave_patience_ns)) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status_, 0);
    }
  }
  if (ready_ && WIFSIGNALED(status_)) remove_what_it_left();
  close(output_);
}

bool Roudi::wait_until_ended(int64_t deadline_ns) {
  while (!ended_) {
    ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
    if (ended_ || now_ns() >= deadline_ns) break;
    sleep_until_ns(now_ns() + 1'000'000);
  }
  return ended_;
}

std::string Roudi::how_it_ended() {
  if (!wait_until_ended(0)) return "";
  if (!WIFSIGNALED(status_)) {
    return fmt::format("RouDi (pid {}) exited with status {}", pid_, WEXITSTATUS(status_));
  }
  return fmt::format("RouDi (pid {}) was killed by signal {} ({})", pid_, WTERMSIG(status_),
                     strsignal(WTERMSIG(status_)));
}

}  // namespace perf
