// SPDX-License-Identifier: Apache-2.0
#include "base/event_fd.hpp"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "base/clock.hpp"
#include "base/fence.hpp"

// The figures behind the choices in event_fd.cpp: what a ring without a sleeper costs, and how long
// it takes from the ring until a sleeper runs, for each way to sleep.

namespace baton::base {
namespace {

void write_one(int fd) {
  const uint64_t one = 1;
  benchmark::DoNotOptimize(::write(fd, &one, sizeof one));
}

void read_count(int fd) {
  uint64_t count = 0;
  benchmark::DoNotOptimize(::read(fd, &count, sizeof count));
}

void poll_then_write(int fd) {
  pollfd entry{fd, POLLOUT, 0};
  if (::poll(&entry, 1, 0) == 1) write_one(fd);
}

void flags_then_write(int fd) {
  benchmark::DoNotOptimize(::fcntl(fd, F_GETFL));
  write_one(fd);
}

void poll_then_read(int fd) {
  pollfd entry{fd, POLLIN, 0};
  ::poll(&entry, 1, -1);
  read_count(fd);
}

void epoll_then_read(int fd) {
  thread_local const UniqueFd epoll = [fd] {
    UniqueFd made(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event event{EPOLLIN, {}};
    ::epoll_ctl(made.get(), EPOLL_CTL_ADD, fd, &event);
    return made;
  }();
  epoll_event event;
  ::epoll_wait(epoll.get(), &event, 1, -1);
  read_count(fd);
}

template <void (*ring)(int)>
void ring_unheard(benchmark::State& state) {
  const UniqueFd fd(::eventfd(0, EFD_CLOEXEC));
  for (auto _ : state) ring(fd.get());
}
BENCHMARK(ring_unheard<write_one>)->Name("ring_unheard/write");
BENCHMARK(ring_unheard<poll_then_write>)->Name("ring_unheard/poll_write");
BENCHMARK(ring_unheard<flags_then_write>)->Name("ring_unheard/fcntl_write");

void ring_peer_bell(benchmark::State& state) {
  const std::shared_ptr<PeerBell> bell = *PeerBell::adopt(UniqueFd(::eventfd(0, EFD_CLOEXEC)));
  for (auto _ : state) bell->ring([] {});
}
BENCHMARK(ring_peer_bell)->Name("ring_unheard/PeerBell");

/// The reported time is from before the ring until the sleeper runs. A pause before each ring lets
/// the sleeper fall asleep, as it does between messages.
template <int flags, void (*sleep)(int), void (*ring)(int)>
void wake(benchmark::State& state) {
  const UniqueFd fd(::eventfd(0, EFD_CLOEXEC | flags));
  std::atomic<int64_t> woken_ns{0};
  std::atomic<bool> stop{false};
  std::thread sleeper([&] {
    for (;;) {
      sleep(fd.get());
      woken_ns.store(monotonic_ns());
      if (stop.load()) return;
    }
  });
  for (auto _ : state) {
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
    woken_ns.store(0);
    const int64_t rung_ns = monotonic_ns();
    ring(fd.get());
    while (woken_ns.load() == 0) cpu_relax();
    state.SetIterationTime(static_cast<double>(woken_ns.load() - rung_ns) * 1e-9);
  }
  stop.store(true);
  write_one(fd.get());
  sleeper.join();
}
BENCHMARK(wake<0, read_count, write_one>)->Name("wake/read/write")->UseManualTime();
BENCHMARK(wake<0, read_count, poll_then_write>)->Name("wake/read/poll_write")->UseManualTime();
BENCHMARK(wake<EFD_NONBLOCK, poll_then_read, write_one>)
    ->Name("wake/poll_read/write")
    ->UseManualTime();
BENCHMARK(wake<EFD_NONBLOCK, poll_then_read, flags_then_write>)
    ->Name("wake/poll_read/fcntl_write")
    ->UseManualTime();
BENCHMARK(wake<EFD_NONBLOCK, epoll_then_read, write_one>)
    ->Name("wake/epoll_read/write")
    ->UseManualTime();

}  // namespace
}  // namespace baton::base
