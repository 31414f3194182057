// SPDX-License-Identifier: Apache-2.0
#include "workforce.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <utility>

#include "clock.hpp"

namespace perf {
namespace {

constexpr int64_t time_to_leave_ns = 10 * ns_per_s;
constexpr int64_t noticeable_ns = 2 * ns_per_s;

int open_signals() {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  sigprocmask(SIG_BLOCK, &ending, nullptr);
  return signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace

Workforce::Workforce(const std::vector<ProcessPlan>& plan,
                     const std::vector<std::string>& arguments)
    : signals_(open_signals()) {
  for (const ProcessPlan& process : plan) {
    workers_.push_back(WorkerProcess::start(process, arguments));
  }
}

Workforce::~Workforce() {
  finish();
  workers_.clear();
  close(signals_);
}

void Workforce::tell_all(const nlohmann::json& command) {
  // If a worker has gone, the next wait notices.
  for (WorkerProcess& worker : workers_) worker.socket().send(command);
}

void Workforce::receive_from(size_t index, const Handle& handle) {
  WorkerProcess& worker = workers_[index];
  const auto reply = worker.socket().receive();
  if (!reply) throw WorkerFailed(worker.how_it_ended(now_ns() + ns_per_s));
  if (reply->at("state") == "failed") {
    throw WorkerFailed(
        fmt::format("{}: {}", worker.plan().name, reply->at("text").get<std::string>()));
  }
  handle(index, *reply);
}

void Workforce::wait_once(int64_t deadline_ns, const Handle& handle) {
  std::vector<pollfd> fds;
  for (WorkerProcess& worker : workers_) fds.push_back({worker.socket().fd(), POLLIN, 0});
  fds.push_back({signals_, POLLIN, 0});
  const int64_t left_ns = std::max<int64_t>(0, deadline_ns - now_ns());
  const timespec timeout{left_ns / ns_per_s, left_ns % ns_per_s};
  if (ppoll(fds.data(), fds.size(), &timeout, nullptr) <= 0) return;
  signalfd_siginfo info;
  while (read(signals_, &info, sizeof info) == sizeof info) interrupted_ = true;
  for (size_t i = 0; i < workers_.size(); ++i) {
    if (fds[i].revents != 0) receive_from(i, handle);
  }
}

bool Workforce::await(const char* state, bool interruptible, const OnReply& on_reply,
                      const OnDelay& on_delay, int64_t patience_ns) {
  constexpr int64_t never = std::numeric_limits<int64_t>::max();
  const int64_t begin_ns = now_ns();
  const int64_t limit_ns = patience_ns < never - begin_ns ? begin_ns + patience_ns : never;
  int64_t delayed_from_ns = on_delay ? begin_ns + noticeable_ns : never;
  std::vector<bool> replied(workers_.size(), false);
  const auto is_complete = [&] {
    return std::find(replied.begin(), replied.end(), false) == replied.end();
  };
  while (!is_complete()) {
    if (interruptible && interrupted_) return false;
    wait_once(std::min(delayed_from_ns, limit_ns), [&](size_t worker, const auto& reply) {
      if (reply.at("state") != state) return;
      replied[worker] = true;
      if (on_reply) on_reply(worker, reply);
    });
    if (is_complete()) break;
    if (now_ns() >= limit_ns) fail_silent(state, replied, patience_ns);
    if (now_ns() < delayed_from_ns) continue;
    on_delay();
    delayed_from_ns = never;
  }
  return true;
}

void Workforce::fail_silent(const char* state, const std::vector<bool>& replied,
                            int64_t patience_ns) {
  const auto silent =
      static_cast<size_t>(std::find(replied.begin(), replied.end(), false) - replied.begin());
  for (size_t i = 0; i < replied.size(); ++i) {
    if (!replied[i]) kill(workers_[i].pid(), SIGKILL);  // it would not leave by itself either
  }
  throw WorkerFailed(fmt::format("{} was not {} within {} s: it hangs", workers_[silent].name(),
                                 state, patience_ns / ns_per_s));
}

void Workforce::wait_until(int64_t deadline_ns) {
  while (!interrupted_ && now_ns() < deadline_ns) {
    wait_once(deadline_ns, [](size_t, const auto&) {});
  }
}

std::vector<std::string> Workforce::finish() {
  if (std::exchange(finished_, true)) return {};
  tell_all({{"do", "finish"}});
  const int64_t deadline_ns = now_ns() + time_to_leave_ns;
  std::vector<std::string> staying;
  for (WorkerProcess& worker : workers_) {
    if (!worker.wait_until_ended(deadline_ns)) staying.push_back(worker.name());
  }
  return staying;
}

}  // namespace perf
