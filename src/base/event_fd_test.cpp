// SPDX-License-Identifier: Apache-2.0
#include "base/event_fd.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <memory>

#include <atomic>
#include <thread>

#include "base/clock.hpp"
#include "base/process.hpp"
#include "testing/deadline.hpp"

namespace baton::base {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t full = ~uint64_t{0} - 1;

EventFd make() {
  Result<EventFd> made = EventFd::create();
  EXPECT_TRUE(made);
  return std::move(*made);
}

/// A second descriptor of the eventfd, as a peer holds it.
std::shared_ptr<PeerBell> bell_of(const EventFd& event) {
  Result<std::shared_ptr<PeerBell>> bell =
      PeerBell::adopt(UniqueFd(::fcntl(event.fd(), F_DUPFD_CLOEXEC, 0)));
  EXPECT_TRUE(bell);
  return std::move(*bell);
}

void add(int fd, uint64_t count) { ASSERT_EQ(8, ::write(fd, &count, sizeof count)); }

TEST(EventFd, RememberedRingsEndTheNextWaitOnce) {
  EventFd event = make();
  event.ring();
  event.ring();
  event.wait();
  EXPECT_FALSE(event.drain());
}

TEST(EventFd, WakesASleeper) {
  EventFd event = make();
  std::atomic<int> woken{0};
  std::thread sleeper([&] {
    for (int i = 0; i < 100; ++i) {
      event.wait();
      woken.store(i + 1);
    }
  });
  for (int i = 0; i < 100; ++i) {
    event.ring();
    ASSERT_TRUE(testing::wait_until([&] { return woken.load() == i + 1; }));
  }
  sleeper.join();
}

TEST(EventFd, DrainForgetsRingsAndNeverWaits) {
  EventFd event = make();
  EXPECT_FALSE(event.drain());
  event.ring();
  EXPECT_TRUE(event.drain());
  EXPECT_FALSE(event.wait_for(0));
}

TEST(EventFd, NoThiefOfRingsHoldsAThreadThatDrainsOrWaitsForATime) {
  EventFd event = make();
  std::atomic<bool> stop{false};
  std::thread thief([&] {
    while (!stop) detail::take_count(event.fd());
  });
  for (int i = 0; i < 2000; ++i) {
    event.ring();
    event.drain();
    event.ring();
    event.wait_for(0);
  }
  stop = true;
  thief.join();
}

TEST(EventFd, NoThiefHoldsAThreadOnAKernelThatCannotReadWithoutWaiting) {
  EventFd event = make();
  std::atomic<bool> stop{false};
  std::thread thief([&] {
    while (!stop) detail::take_count_by_flag(event.fd());
  });
  for (int i = 0; i < 300'000; ++i) {
    event.ring();
    detail::take_count_by_flag(event.fd());
  }
  stop = true;
  thief.join();
  // The flag that it left lets a thread sleep all the same.
  std::thread ringer([&] { event.ring(); });
  event.wait();
  ringer.join();
}

TEST(EventFd, CountsAreTakenWithoutWaitingEitherWay) {
  EventFd event = make();
  for (const auto take : {detail::take_count, detail::take_count_by_flag}) {
    EXPECT_FALSE(take(event.fd()));
    event.ring();
    EXPECT_TRUE(take(event.fd()));
    EXPECT_FALSE(take(event.fd()));
  }
}

TEST(EventFd, WaitForEndsAfterItsTime) {
  EventFd event = make();
  const int64_t start_ns = monotonic_ns();
  EXPECT_FALSE(event.wait_for(20'000'000));
  EXPECT_GE(monotonic_ns() - start_ns, 20'000'000);
  event.ring();
  EXPECT_TRUE(event.wait_for(60'000'000'000));
  EXPECT_FALSE(event.drain());
}

TEST(EventFd, SignalsEndNoWait) {
  struct sigaction nothing {};
  nothing.sa_handler = [](int) {};  // no SA_RESTART
  struct sigaction before {};
  ASSERT_EQ(0, ::sigaction(SIGUSR1, &nothing, &before));
  EventFd event = make();
  std::atomic<int> ended{0};
  std::thread sleeper([&] {
    event.wait();
    ended.store(1);
    if (event.wait_for(60'000'000'000)) ended.store(2);
  });
  for (int phase = 0; phase < 2; ++phase) {
    EXPECT_TRUE(testing::stays_true(
        [&] {
          ::pthread_kill(sleeper.native_handle(), SIGUSR1);
          return ended.load() == phase;
        },
        std::chrono::milliseconds(20)));
    event.ring();
    EXPECT_TRUE(testing::wait_until([&] { return ended.load() == phase + 1; }));
  }
  sleeper.join();
  ::sigaction(SIGUSR1, &before, nullptr);
}

TEST(EventFd, SleepsThoughAPeerMadeItNonBlocking) {
  EventFd event = make();
  ASSERT_EQ(0, ::fcntl(event.fd(), F_SETFL, O_NONBLOCK));
  std::atomic<bool> ended{false};
  std::atomic<int64_t> cpu_ns{0};
  std::thread sleeper([&] {
    event.wait();
    cpu_ns.store(detail::clock_ns(CLOCK_THREAD_CPUTIME_ID));
    ended.store(true);
  });
  EXPECT_TRUE(testing::stays_true([&] { return !ended.load(); }, std::chrono::milliseconds(100)));
  event.ring();
  sleeper.join();
  EXPECT_LT(cpu_ns.load(), 50'000'000) << "it span";
}

TEST(EventFd, RingingAFullCounterDoesNotBlock) {
  EventFd event = make();
  add(event.fd(), full);
  event.ring();
  event.wait();
  EXPECT_FALSE(event.drain());
}

TEST(PeerBell, WakesItsOwner) {
  EventFd event = make();
  const std::shared_ptr<PeerBell> bell = bell_of(event);
  std::thread sleeper([&] { event.wait(); });
  EXPECT_TRUE(bell->ring([] {}));
  sleeper.join();
}

TEST(PeerBell, RefusesWhatIsNotAnEventfd) {
  int ends[2];
  ASSERT_EQ(0, ::pipe2(ends, O_CLOEXEC));
  const auto pipe = PeerBell::adopt(UniqueFd(ends[1]));
  ASSERT_FALSE(pipe);
  EXPECT_THAT(pipe.error().text, HasSubstr("expected an eventfd, got 'pipe:["));
  EXPECT_FALSE(PeerBell::adopt(UniqueFd(ends[0])));
  const auto file = PeerBell::adopt(UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().text, "bell refused: expected an eventfd, got '/dev/null'");
  EXPECT_FALSE(PeerBell::adopt(UniqueFd()));
}

TEST(PeerBell, RefusesAFileOfThatName) {
  const std::string name = "anon_inode:[eventfd]" + random_id();
  const std::string path = "/dev/shm/" + name;
  const auto bell =
      PeerBell::adopt(UniqueFd(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)));
  ::unlink(path.c_str());
  EXPECT_FALSE(bell);
}

TEST(PeerBell, RefusesAFullCounter) {
  const EventFd event = make();
  add(event.fd(), full);
  const auto bell = PeerBell::adopt(UniqueFd(::fcntl(event.fd(), F_DUPFD_CLOEXEC, 0)));
  ASSERT_FALSE(bell);
  EXPECT_EQ(bell.error().text, "bell refused: its counter is full");
}

TEST(PeerBell, ARingIsSeenBeforeItCanBlock) {
  EventFd event = make();
  const std::shared_ptr<PeerBell> bell = bell_of(event);
  bool seen = false;
  bell->ring([&] { seen = bell->is_ringing(); });
  EXPECT_TRUE(seen);
  EXPECT_FALSE(bell->is_ringing());
}

TEST(PeerBell, ARingThatAFullCounterHoldsIsRescued) {
  EventFd event = make();
  const std::shared_ptr<PeerBell> bell = bell_of(event);
  add(event.fd(), full);
  std::atomic<bool> returned{false};
  std::thread ringing([&] {
    bell->ring([] {});
    returned = true;
  });
  bool rescued = false;
  while (!returned) {
    rescued = bell->rescue_stuck() || rescued;
    std::this_thread::yield();
  }
  ringing.join();
  EXPECT_TRUE(rescued);
  EXPECT_FALSE(bell->ring([] {})) << "a bell that was given up is not rung again";
}

TEST(PeerBell, ARingThatAPeerHoldsAgainAndAgainIsRescued) {
  EventFd event = make();
  const std::shared_ptr<PeerBell> bell = bell_of(event);
  add(event.fd(), full);
  std::atomic<bool> returned{false};
  std::thread filling([&] {
    const UniqueFd fd(::fcntl(event.fd(), F_DUPFD_CLOEXEC, 0));
    while (!returned) {
      ::fcntl(fd.get(), F_SETFL, O_NONBLOCK);  // only so that this thread is not held itself
      (void)!::write(fd.get(), &full, sizeof full);
      ::fcntl(fd.get(), F_SETFL, 0);
    }
  });
  std::thread ringing([&] {
    bell->ring([] {});
    returned = true;
  });
  EXPECT_TRUE(testing::wait_until([&] {
    bell->rescue_stuck();
    return returned.load();
  }));
  ringing.join();
  filling.join();
}

TEST(PeerBell, ARingThatReturnsIsNotRescued) {
  EventFd event = make();
  const std::shared_ptr<PeerBell> bell = bell_of(event);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(bell->ring([] {}));
    EXPECT_FALSE(bell->rescue_stuck());
  }
  EXPECT_EQ(bell->rings(), 3u);
}

}  // namespace
}  // namespace baton::base
