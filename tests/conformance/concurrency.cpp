// SPDX-License-Identifier: Apache-2.0
// Everything from many threads at once. Most worth under ThreadSanitizer.
#include <atomic>
#include <thread>

#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using testing::wait_until;

/// Runs `work` in a thread again and again until it goes.
class Repeatedly {
 public:
  explicit Repeatedly(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          while (!stop_.load(std::memory_order_relaxed)) {
            work();
            rounds.fetch_add(1, std::memory_order_relaxed);
          }
        }) {}
  ~Repeatedly() {
    stop_ = true;
    thread_.join();
  }
  std::atomic<std::uint64_t> rounds{0};

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST_P(TransportConformance, SeveralThreadsPublishOnOnePublisherWithoutLosingOrMixing) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(2000));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  constexpr std::uint64_t each = 400;
  std::vector<std::thread> threads;
  for (std::uint64_t who = 0; who < 4; ++who) {
    threads.emplace_back([&, who] {
      for (std::uint64_t i = 0; i < each; ++i) ASSERT_TRUE(publish(publisher, who << 32 | i));
    });
  }
  for (auto& thread : threads) thread.join();
  std::uint64_t next[4] = {};
  std::uint64_t sequence = 0;
  while (const auto held = take(subscription)) {
    const std::uint64_t who = held->value() >> 32;
    ASSERT_LT(who, 4u);
    EXPECT_EQ(held->value() & 0xffffffff, next[who]++);
    EXPECT_EQ(held->sample().info.publication_sequence_number, ++sequence);
  }
  for (const std::uint64_t count : next) EXPECT_EQ(count, each);
}

TEST_P(TransportConformance, SeveralThreadsTakeFromOneSubscriptionEachMessageOnce) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(2000));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 1000; ++value) ASSERT_TRUE(publish(publisher, value));
  std::atomic<std::uint64_t> sum{0};
  std::atomic<std::uint64_t> count{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (const auto value = take_value(subscription)) {
        sum += *value;
        ++count;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(count, 1000u);
  EXPECT_EQ(sum, 500'500u);
}

TEST_P(TransportConformance, EverythingMayHappenAtOnce) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there, subscription_spec(3));
  const auto wait_set = *there->open_wait_set();
  subscription->attach(wait_set);
  ASSERT_TRUE(matched(publisher) && matched(subscription));

  std::atomic<bool> wrong{false};
  {
    Repeatedly publishing([&] {
      if (auto loan = publisher->loan(256)) {
        std::memset(loan->data, 7, 256);
        if (!publisher->publish(loan->token, 256)) wrong = true;
      } else {
        wrong = true;
      }
    });
    Repeatedly taking([&] {
      wait_set->wait(50'000'000);
      std::vector<Held> held;
      while (auto sample = take(subscription)) {
        held.push_back(*std::move(sample));
        if (held.size() == 4) break;
      }
      for (const Held& each : held) {
        const std::byte* data = each.sample().data;
        for (std::size_t i = 0; i < each.sample().size_bytes; ++i) {
          if (data[i] != std::byte{7}) wrong = true;
        }
      }
    });
    Repeatedly subscriptions_come_and_go([&] {
      const auto other = open_subscription(*there);
      if (!wait_until([&] { return other->match_count() >= 1; })) wrong = true;
      (void)take(other);
    });
    Repeatedly publishers_come_and_go([&] {
      const auto other = open_publisher(*here);
      if (!wait_until([&] { return other->match_count() >= 1; })) wrong = true;
    });
    Repeatedly wait_sets_come_and_go([&] {
      const auto other = *there->open_wait_set();
      other->notify();
      other->wait();
    });
    Repeatedly asking([&] {
      (void)publisher->counters();
      (void)publisher->matches();
      (void)subscription->counters();
      (void)subscription->matches();
      wait_set->notify();
      std::this_thread::yield();
    });
    const Repeatedly* all[] = {&publishing,
                               &taking,
                               &subscriptions_come_and_go,
                               &publishers_come_and_go,
                               &wait_sets_come_and_go,
                               &asking};
    EXPECT_TRUE(wait_until([&] {
      for (const Repeatedly* each : all) {
        if (each->rounds < 20) return false;
      }
      return publishing.rounds > 5000;
    })) << "a thread is stuck";
  }
  EXPECT_FALSE(wrong);
  subscription->attach(nullptr);
  EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
}

TEST_P(TransportConformance, EndpointsOfOneTopicComeAndGoInTwoParticipantsAtOnce) {
  std::vector<std::thread> threads;
  for (int who = 0; who < 2; ++who) {
    threads.emplace_back([&] {
      auto transport = open();
      for (int round = 0; round < 1500; ++round) EXPECT_TRUE(open_publisher(*transport));
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(TransportConformance, MatchesThatBeginAtOnceAllCount) {
  auto here = open("here");
  auto there = open("there");
  for (int round = 0; round < 5; ++round) {
    const auto publisher = open_publisher(*here);
    ASSERT_TRUE(matched(publisher, 0));
    constexpr std::size_t each = 20;
    std::vector<Subscription> subscriptions(2 * each);
    const auto subscribe = [&](transport::Transport& transport, std::size_t first) {
      for (std::size_t i = first; i < first + each; ++i)
        subscriptions[i] = open_subscription(transport);
    };
    {
      const std::jthread one([&] { subscribe(*here, 0); });
      const std::jthread other([&] { subscribe(*there, each); });
    }
    ASSERT_TRUE(matched(publisher, 2 * each)) << publisher->match_count() << " in round " << round;
    for (const auto& subscription : subscriptions) ASSERT_TRUE(matched(subscription));
  }
}

TEST_P(TransportConformance, ParticipantsOfManyThreadsComeAndGoAtOnce) {
  std::vector<std::thread> threads;
  for (int who = 0; who < 4; ++who) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        auto transport = open();
        const auto publisher = open_publisher(*transport);
        const auto subscription = open_subscription(*transport);
        ASSERT_TRUE(wait_until([&] { return subscription->match_count() >= 1; }));
        ASSERT_TRUE(publish(publisher, 1));
        (void)take(subscription);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(TransportConformance, ClosingWhileOthersPublishAndTakeIsClean) {
  for (int round = 0; round < 20; ++round) {
    auto here = open("here");
    auto there = open("there");
    const auto publisher = open_publisher(*here);
    const auto subscription = open_subscription(*there);
    ASSERT_TRUE(matched(publisher) && matched(subscription));
    Repeatedly publishing([&] { (void)publish(publisher, 1); });
    Repeatedly taking([&] { (void)take(subscription); });
    ASSERT_TRUE(wait_until([&] { return publishing.rounds > 100 && taking.rounds > 100; }));
    (round % 2 ? here : there)->close();
    EXPECT_TRUE(matched(subscription, 0));
    EXPECT_TRUE(matched(publisher, 0));
  }
}

}  // namespace
}  // namespace baton::conformance
