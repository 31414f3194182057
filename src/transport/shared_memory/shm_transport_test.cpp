// SPDX-License-Identifier: Apache-2.0
// A process with so many publishers that it notes in a log which of them published, and one that
// reads them all in one wait set.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/links.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

using testing::wait_until;

constexpr std::int64_t patience_ns = 20'000'000'000;

class ManyPublishersTest : public testing::IsolatedTest {
 protected:
  void SetUp() override {
    sender_ = open("sender");
    receiver_ = open("receiver");
    wait_set_ = *receiver_->open_wait_set();
  }
  void TearDown() override {
    for (const auto& subscription : subscriptions_) subscription->attach(nullptr);
    subscriptions_.clear();
    publishers_.clear();
    wait_set_.reset();
    receiver_.reset();
    sender_.reset();
    IsolatedTest::TearDown();
  }

  std::unique_ptr<Transport> open(const std::string& name) {
    ParticipantOptions options;
    options.name = name;
    options.directory = registry();
    return *open_shm_transport(options);
  }
  /// So many topics, each with a publisher and a subscription, all matched.
  void meet(std::size_t topics) {
    for (std::size_t i = 0; i < topics; ++i) {
      auto pub = testing::on_topic<PublisherSpec>();
      auto sub = testing::on_topic<SubscriptionSpec>();
      pub.topic = sub.topic = "/t" + std::to_string(i);
      publishers_.push_back(*sender_->open_publisher(pub));
      subscriptions_.push_back(*receiver_->open_subscription(sub));
      names_.push_back(std::make_shared<std::size_t>(i));
      subscriptions_.back()->attach(wait_set_, names_.back());
    }
    ASSERT_TRUE(wait_until([&] {
      return std::all_of(publishers_.begin(), publishers_.end(),
                         [](const auto& each) { return each->match_count() == 1; }) &&
             std::all_of(subscriptions_.begin(), subscriptions_.end(),
                         [](const auto& each) { return each->match_count() == 1; });
    }));
  }
  void publish(std::size_t topic, std::uint64_t value) {
    const Loan loan = *publishers_[topic]->loan(sizeof value);
    std::memcpy(loan.data, &value, sizeof value);
    publishers_[topic]->publish(loan.token, sizeof value).value();
  }
  /// Waits for a message, and takes it: topic and value. On time out an impossible topic.
  std::pair<std::size_t, std::uint64_t> receive(WaitSet& wait_set) {
    for (;;) {
      Harvest harvest;
      if (!wait_set.wait(patience_ns, 0, &harvest)) return {SIZE_MAX, 0};
      for (const auto& who : harvest.found) {
        const std::size_t topic = *static_cast<std::size_t*>(who.get());
        Sample sample;
        if (!subscriptions_[topic]->take(sample)) continue;
        std::uint64_t value = 0;
        std::memcpy(&value, sample.data, sizeof value);
        sample.owner->release(sample.token);
        return {topic, value};
      }
    }
  }
  static bool has_log() {
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      const std::string target = std::filesystem::read_symlink(each.path(), gone);
      if (target.find("baton-log-") != std::string::npos) return true;
    }
    return false;
  }

  std::unique_ptr<Transport> sender_;
  std::unique_ptr<Transport> receiver_;
  std::shared_ptr<WaitSet> wait_set_;
  std::vector<std::shared_ptr<PublisherPort>> publishers_;
  std::vector<std::shared_ptr<SubscriptionPort>> subscriptions_;
  std::vector<std::shared_ptr<std::size_t>> names_;
};

using Message = std::pair<std::size_t, std::uint64_t>;

TEST_F(ManyPublishersTest, AFewHaveNoLog) {
  meet(16);
  EXPECT_FALSE(has_log());
  publish(15, 1);
  EXPECT_EQ(receive(*wait_set_), Message(15, 1));
}

TEST_F(ManyPublishersTest, EachMessageIsFoundWhicheverPublisherSentIt) {
  meet(60);
  EXPECT_TRUE(has_log());
  for (std::uint64_t i = 0; i < 600; ++i) {
    const std::size_t topic = i * 7 % 60;
    publish(topic, i);
    ASSERT_EQ(receive(*wait_set_), Message(topic, i));
  }
}

TEST_F(ManyPublishersTest, ASleepingThreadIsWokenForEachMessage) {
  meet(60);
  constexpr std::uint64_t messages = 3000;
  std::atomic<std::uint64_t> taken{0};
  std::thread publisher([&] {
    for (std::uint64_t i = 0; i < messages; ++i) {
      publish(i * 7 % 60, i);
      // The next one comes when the thread is about to sleep, or does.
      while (taken.load(std::memory_order_relaxed) == i) std::this_thread::yield();
    }
  });
  for (std::uint64_t i = 0; i < messages; ++i) {
    EXPECT_EQ(receive(*wait_set_), Message(i * 7 % 60, i));
    taken.store(i + 1, std::memory_order_relaxed);
  }
  publisher.join();
}

TEST_F(ManyPublishersTest, WhatIsTooMuchForTheLogIsFoundAllTheSame) {
  meet(40);
  publish(20, 1);
  for (std::size_t i = 0; i < 2 * shm::log_entries; ++i) publish(39, i);
  bool found = false;
  for (int i = 0; i < 30 && !found; ++i) found = receive(*wait_set_) == Message(20, 1);
  EXPECT_TRUE(found);
}

TEST_F(ManyPublishersTest, TheLastMessageOfAPublisherThatHasGoneIsRead) {
  meet(40);
  publish(30, 7);
  publishers_[30].reset();
  EXPECT_TRUE(wait_until([&] { return subscriptions_[30]->match_count() == 0; }));
  EXPECT_EQ(receive(*wait_set_), Message(30, 7));
  auto spec = testing::on_topic<PublisherSpec>();
  spec.topic = "/t30";  // with the place of the one that has gone
  publishers_[30] = *sender_->open_publisher(spec);
  EXPECT_TRUE(wait_until([&] { return publishers_[30]->match_count() == 1; }));
  publish(30, 8);
  EXPECT_EQ(receive(*wait_set_), Message(30, 8));
}

TEST_F(ManyPublishersTest, TheyAreReadOnWhenTheirLinkHasBroken) {
  meet(40);
  for (std::uint64_t round = 0; round < 3; ++round) {
    ASSERT_TRUE(wait_until([] { return testing::cut_links() != 0; }));
    publish(30, round);
    ASSERT_EQ(receive(*wait_set_), Message(30, round)) << "before or after they meet again";
    ASSERT_TRUE(wait_until([&] {
      return std::all_of(publishers_.begin(), publishers_.end(),
                         [](const auto& each) { return each->match_count() == 1; });
    }));
    publish(31, round);
    ASSERT_EQ(receive(*wait_set_), Message(31, round));
  }
}

TEST_F(ManyPublishersTest, ASecondPublisherOfATopicIsReadToo) {
  meet(40);
  auto spec = testing::on_topic<PublisherSpec>();
  spec.topic = "/t30";
  publishers_.push_back(*sender_->open_publisher(spec));
  EXPECT_TRUE(wait_until([&] { return subscriptions_[30]->match_count() == 2; }));
  publish(40, 1);
  EXPECT_EQ(receive(*wait_set_), Message(30, 1));
  publish(30, 2);
  EXPECT_EQ(receive(*wait_set_), Message(30, 2));
  publishers_.pop_back();
  EXPECT_TRUE(wait_until([&] { return subscriptions_[30]->match_count() == 1; }));
  publish(30, 3);
  EXPECT_EQ(receive(*wait_set_), Message(30, 3));
}

TEST_F(ManyPublishersTest, NothingIsMissedWhileASubscriptionMoves) {
  meet(40);
  const auto other = *receiver_->open_wait_set();
  constexpr std::uint64_t messages = 500;
  std::atomic<std::uint64_t> taken{0};
  std::thread publisher([&] {
    for (std::uint64_t i = 0; i < messages; ++i) {
      publish(30, i);
      while (taken.load(std::memory_order_relaxed) == i) std::this_thread::yield();
    }
  });
  for (std::uint64_t i = 0; i < messages; ++i) {
    const auto& now = i % 2 == 0 ? other : wait_set_;
    subscriptions_[30]->attach(now, names_[30]);
    EXPECT_EQ(receive(*now), Message(30, i));
    taken.store(i + 1, std::memory_order_relaxed);
  }
  publisher.join();
  subscriptions_[30]->attach(nullptr);
}

TEST_F(ManyPublishersTest, ASubscriptionTakesItsPlaceAlongToAnotherWaitSet) {
  meet(40);
  const auto other = *receiver_->open_wait_set();
  publish(30, 1);
  subscriptions_[30]->attach(other, names_[30]);
  EXPECT_EQ(receive(*other), Message(30, 1));
  publish(30, 2);
  EXPECT_FALSE(wait_set_->wait(0));
  EXPECT_EQ(receive(*other), Message(30, 2));
  publish(31, 3);
  EXPECT_FALSE(other->wait(0));
  EXPECT_EQ(receive(*wait_set_), Message(31, 3));
  subscriptions_[30]->attach(nullptr);
}

}  // namespace
}  // namespace baton::transport
