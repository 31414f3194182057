// SPDX-License-Identifier: Apache-2.0
// The wait set: what ends a wait, what does not, and what waiting costs.
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "base/unique_fd.hpp"
#include "testing/deadline.hpp"
#include "testing/process_facts.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using ::testing::ElementsAre;
using testing::stays_true;
using testing::wait_until;

constexpr std::int64_t ms = 1'000'000;
const std::int64_t deadline_ns = testing::default_deadline.count();

std::int64_t elapsed_ns(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return (std::chrono::steady_clock::now() - start).count();
}

/// Waits in a thread of its own and says whether it still does.
class Waiter {
 public:
  explicit Waiter(transport::WaitSet& wait_set, std::int64_t timeout_ns = deadline_ns,
                  std::int64_t spin_ns = 0)
      : thread_([this, &wait_set, timeout_ns, spin_ns] {
          result = wait_set.wait(timeout_ns, spin_ns);
          done = true;
        }) {}
  ~Waiter() { thread_.join(); }

  std::atomic<bool> done{false};
  std::atomic<bool> result{false};

 private:
  std::thread thread_;
};

TEST_P(TransportConformance, AMessageWakesAWaitingThread) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  const auto wait_set = *there->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t round = 1; round <= 500; ++round) {
    Waiter waiter(*wait_set);
    ASSERT_TRUE(publish(publisher, round));
    ASSERT_TRUE(wait_until([&] { return waiter.done.load(); }))
        << "a lost wake-up, round " << round;
    ASSERT_TRUE(waiter.result);
    ASSERT_EQ(take_value(subscription), round);
  }
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, EachPublisherOfThoseThatComeAndGoWakesAWaitingThread) {
  auto here = open("here");
  auto there = open("there");
  const auto subscription = open_subscription(*there);
  const auto wait_set = *there->open_wait_set();
  subscription->attach(wait_set);
  std::uint64_t value = 0;
  const auto wakes = [&](const Publisher& publisher) {
    (void)take_all(subscription);
    if (wait_set->wait(0)) return false;  // found empty: only a change can end the next wait
    Waiter waiter(*wait_set);
    return publish(publisher, ++value) && wait_until([&] { return waiter.done.load(); }) &&
           take_value(subscription) == value;
  };
  auto first = open_publisher(*here);
  ASSERT_TRUE(matched(first) && matched(subscription, 1));
  EXPECT_TRUE(wakes(first));
  auto second = open_publisher(*here);
  ASSERT_TRUE(matched(second) && matched(subscription, 2));
  EXPECT_TRUE(wakes(second)) << "one more publisher";
  EXPECT_TRUE(wakes(first));
  first.reset();
  ASSERT_TRUE(matched(subscription, 1));
  EXPECT_TRUE(wakes(second)) << "one publisher less";
  second.reset();
  ASSERT_TRUE(matched(subscription, 0));
  const auto third = open_publisher(*here);
  ASSERT_TRUE(matched(third) && matched(subscription, 1));
  EXPECT_TRUE(wakes(third)) << "another publisher";
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, NoWakeUpIsLostUnderLoad) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here, publisher_spec(1));
  const auto subscription = open_subscription(*there, subscription_spec(1));
  const auto wait_set = *there->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  // Ping-pong: each message is published only after the one before was seen, so one lost wake-up
  // stops everything.
  constexpr std::uint64_t count = 20'000;
  std::atomic<std::uint64_t> seen{0};
  std::thread publishing([&] {
    for (std::uint64_t value = 1; value <= count; ++value) {
      ASSERT_TRUE(publish(publisher, value));
      const auto limit = std::chrono::steady_clock::now() + testing::default_deadline;
      while (seen.load() != value && std::chrono::steady_clock::now() < limit) {
        std::this_thread::yield();
      }
      if (seen.load() != value) return;
    }
  });
  while (seen < count && wait_set->wait(deadline_ns)) {
    if (const auto value = take_value(subscription)) seen = *value;
  }
  EXPECT_EQ(seen, count);
  publishing.join();
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, AWaitEndsAtOnceWhenMessagesAreThereAlready) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  const auto wait_set = *transport->open_wait_set();
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish(publisher, 1));
  ASSERT_TRUE(wait_until([&] { return subscription->is_ready(); }));
  subscription->attach(wait_set);
  EXPECT_TRUE(wait_set->wait(0));
  EXPECT_TRUE(wait_set->wait());
  EXPECT_TRUE(take(subscription));
  EXPECT_FALSE(wait_set->wait(0));
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, AWaitForATimeEndsAfterIt) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  (void)wait_set->wait(0);
  for (const std::int64_t spin_ns : {std::int64_t{0}, 5 * ms, 1000 * ms}) {
    bool result = true;
    const std::int64_t took_ns = elapsed_ns([&] { result = wait_set->wait(20 * ms, spin_ns); });
    EXPECT_FALSE(result);
    EXPECT_GE(took_ns, 20 * ms);
    EXPECT_LT(took_ns, deadline_ns);
  }
}

TEST_P(TransportConformance, NotifyEndsTheCurrentWaitOrTheNext) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  for (int i = 0; i < 200; ++i) {
    Waiter waiter(*wait_set, transport::wait_forever);
    wait_set->notify();
    ASSERT_TRUE(wait_until([&] { return waiter.done.load(); }));
    EXPECT_TRUE(waiter.result);
  }
  wait_set->notify();
  EXPECT_TRUE(wait_set->wait());
  EXPECT_FALSE(wait_set->wait(0));
}

TEST_P(TransportConformance, ASpinningWaitSeesAMessageWithoutBeingWoken) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  const auto wait_set = *transport->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const std::uint64_t wakes = publisher->counters().wakes;
  {
    Waiter waiter(*wait_set, deadline_ns, deadline_ns);
    ASSERT_TRUE(publish(publisher, 1));
    ASSERT_TRUE(wait_until([&] { return waiter.done.load(); }));
    EXPECT_TRUE(waiter.result);
  }
  EXPECT_EQ(publisher->counters().wakes, wakes);
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, PublishingToAThreadThatIsAwakeMakesNoWakeUp) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  const auto wait_set = *transport->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 100; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_EQ(publisher->counters().wakes, 0u);
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, OneSleepCostsOneWakeUpHoweverManyMessagesCome) {
  auto here = open("here");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*here);
  const auto wait_set = *here->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  Waiter waiter(*wait_set);
  for (std::uint64_t value = 1; !waiter.done; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_LE(publisher->counters().wakes, 1u);
  subscription->attach(nullptr);
}

TEST_P(TransportConformance, ASubscriptionMovedToAnotherWaitSetWakesThatOne) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  const auto first = *there->open_wait_set();
  const auto second = *there->open_wait_set();
  subscription->attach(first);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t round = 1; round <= 300; ++round) {
    const auto target = round % 2 ? second : first;
    const auto other = round % 2 ? first : second;
    Waiter waiter(*target);
    subscription->attach(target);
    ASSERT_TRUE(publish(publisher, round));
    ASSERT_TRUE(wait_until([&] { return waiter.done.load(); }))
        << "a lost wake-up, round " << round;
    EXPECT_FALSE(other->wait(0));
    ASSERT_EQ(take_value(subscription), round);
  }
  subscription->attach(nullptr);
  ASSERT_TRUE(publish(publisher, 1));
  EXPECT_FALSE(first->wait(0));
  EXPECT_FALSE(second->wait(0));
}

TEST_P(TransportConformance, AWaitSetThatOpensAfterTheMatchIsWokenToo) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t round = 1; round <= 100; ++round) {
    // More than one at a time, so that new indices are used as well as old ones.
    std::vector<std::shared_ptr<transport::WaitSet>> others;
    for (std::uint64_t i = 0; i < round % 5; ++i) others.push_back(*there->open_wait_set());
    const auto wait_set = *there->open_wait_set();
    subscription->attach(wait_set);
    {
      Waiter waiter(*wait_set);
      ASSERT_TRUE(publish(publisher, round));
      ASSERT_TRUE(wait_until([&] { return waiter.done.load(); })) << "lost, round " << round;
    }
    ASSERT_EQ(take_value(subscription), round);
    subscription->attach(nullptr);
  }
}

TEST_P(TransportConformance, AWaitSetTooManyIsRefusedAndAClosedOneMakesRoom) {
  if (!GetParam().counts_wait_sets) GTEST_SKIP() << "wait sets are private there";
  auto transport = open();
  std::vector<std::shared_ptr<transport::WaitSet>> wait_sets;
  for (int i = 0; i < 512; ++i) wait_sets.push_back(*transport->open_wait_set());
  const auto refused = transport->open_wait_set();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text, ::testing::HasSubstr("512"));
  wait_sets.pop_back();
  EXPECT_TRUE(transport->open_wait_set());
}

TEST_P(TransportConformance, ATimerIsReadyOncePerPeriod) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  const std::int64_t took_ns = elapsed_ns([&] {
    transport::WaitTimer timer(*wait_set, 5 * ms, 5 * ms);
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(wait_set->wait(deadline_ns));
      ASSERT_TRUE(timer.consume());
      EXPECT_FALSE(timer.consume());
    }
  });
  EXPECT_GE(took_ns, 49 * ms);
}

TEST_P(TransportConformance, PeriodsThatPassUnseenAreOne) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  transport::WaitTimer fast(*wait_set, ms, ms);
  transport::WaitTimer slow(*wait_set, 30 * ms, 0);
  ASSERT_TRUE(wait_until([&] { return slow.is_ready(); }));
  EXPECT_TRUE(slow.consume());
  EXPECT_TRUE(fast.consume());
  EXPECT_FALSE(slow.consume());
}

TEST_P(TransportConformance, ADescriptorWakesAndIsReportedOnceUntilConsumed) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  const base::UniqueFd fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  auto opened = transport::WaitDescriptor::open(*wait_set, fd.get(), EPOLLIN);
  ASSERT_TRUE(opened) << opened.error().text;
  const auto descriptor = std::move(*opened);
  for (int round = 0; round < 50; ++round) {
    Waiter waiter(*wait_set);
    eventfd_write(fd.get(), 1);
    ASSERT_TRUE(wait_until([&] { return waiter.done.load(); }));
    EXPECT_TRUE(waiter.result);
    eventfd_t value = 0;
    eventfd_read(fd.get(), &value);
    EXPECT_EQ(descriptor->consume(), static_cast<std::uint32_t>(EPOLLIN));
    EXPECT_EQ(descriptor->consume(), 0u);
  }
  EXPECT_FALSE(wait_set->wait(0));
}

TEST_P(TransportConformance, ADescriptorThatCannotBeWatchedIsRefused) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  EXPECT_FALSE(transport::WaitDescriptor::open(*wait_set, -1, EPOLLIN));
  EXPECT_FALSE(wait_set->wait(0));
}

TEST_P(TransportConformance, AnUnreadDescriptorDoesNotKeepAnyThreadBusy) {
  auto transport = open();
  const auto wait_set = *transport->open_wait_set();
  const base::UniqueFd fd(eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
  const auto descriptor = std::move(*transport::WaitDescriptor::open(*wait_set, fd.get(), EPOLLIN));
  ASSERT_TRUE(wait_set->wait(deadline_ns));
  const std::uint64_t before_ns = testing::cpu_time_ns(getpid());
  EXPECT_FALSE(wait_until([] { return false; }, std::chrono::milliseconds(200)));
  EXPECT_LT(testing::cpu_time_ns(getpid()) - before_ns, 100u * ms);
}

TEST_P(TransportConformance, AnIdleParticipantNeverWakesUp) {
  if (!GetParam().sleeps_when_idle)
    GTEST_SKIP() << "participants tell each other that they are alive";
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer has a thread of its own that wakes up";
#endif
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  const auto wait_set = *there->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const base::UniqueFd never(eventfd(0, EFD_CLOEXEC));
  pollfd waiting{never.get(), POLLIN, 0};
  {
    Waiter waiter(*wait_set);
    // A handshake has deadlines, which pass once.
    poll(&waiting, 1, 2500);
    const std::uint64_t before = testing::voluntary_context_switches(getpid());
    poll(&waiting, 1, 2000);
    const std::uint64_t after = testing::voluntary_context_switches(getpid());
    EXPECT_LE(after - before, 2u) << "one is our own poll()";
    EXPECT_FALSE(waiter.done);
    wait_set->notify();
  }
  subscription->attach(nullptr);
}

}  // namespace
}  // namespace baton::conformance
