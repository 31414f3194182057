// SPDX-License-Identifier: Apache-2.0
// A subscription whose link breaks: its pin quota while it holds messages, and its wait set.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/links.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

class BrokenLink : public testing::IsolatedTest {
 protected:
  static constexpr std::size_t quota = 4;

  void SetUp() override {
    here_ = open("here");
    there_ = open("there");
    PublisherSpec published;
    published.topic = "/t";
    published.type_name = "test/Message";
    SubscriptionSpec subscribed;
    static_cast<EndpointSpec&>(subscribed) = published;
    subscribed.pin_quota = quota;
    subscribed.on_event = [this](const EndpointEvent& event) {
      if (event.kind == EndpointEvent::Kind::matched) {
        matches_.fetch_add(1, std::memory_order_relaxed);
      }
    };
    publisher_ = *here_->open_publisher(published);
    subscription_ = *there_->open_subscription(subscribed);
    ASSERT_TRUE(matched(1));
  }
  void TearDown() override {
    for (const Sample& sample : held_) sample.owner->release(sample.token);
    subscription_.reset();
    publisher_.reset();
    there_.reset();
    here_.reset();
    IsolatedTest::TearDown();
  }

  std::unique_ptr<Transport> open(const char* name) {
    ParticipantOptions options;
    options.name = name;
    options.directory = registry();
    return *open_shm_transport(options);
  }
  /// Waits until the two have matched `times` times.
  bool matched(int times) {
    return testing::wait_until([&] {
      return matches_.load(std::memory_order_relaxed) >= times && publisher_->match_count() == 1;
    });
  }
  void hold(int count) {
    for (; count > 0; --count) {
      const Loan loan = *publisher_->loan(sizeof(std::uint64_t));
      std::memcpy(loan.data, &++published_, sizeof(published_));
      ASSERT_TRUE(publisher_->publish(loan.token, sizeof(published_)));
      Sample sample;
      ASSERT_TRUE(testing::wait_until([&] { return subscription_->take(sample); }));
      held_.push_back(sample);
    }
  }
  void let_go(std::size_t count) {
    for (; count > 0; --count) {
      held_.front().owner->release(held_.front().token);
      held_.erase(held_.begin());
    }
  }
  std::uint64_t copied() const { return subscription_->counters().copied; }
  std::size_t pinned() const { return publisher_->counters().pinned_chunks; }

  std::atomic<int> matches_{0};
  std::unique_ptr<Transport> here_;
  std::unique_ptr<Transport> there_;
  std::shared_ptr<PublisherPort> publisher_;
  std::shared_ptr<SubscriptionPort> subscription_;
  std::vector<Sample> held_;
  std::uint64_t published_ = 0;
};

TEST_F(BrokenLink, ThePinQuotaHoldsForAllThatIsHeldHoweverOftenItBroke) {
  hold(2);
  ASSERT_GT(testing::cut_links(), 0u);
  ASSERT_TRUE(matched(2));
  hold(1);
  ASSERT_GT(testing::cut_links(), 0u);
  ASSERT_TRUE(matched(3));
  hold(3);
  EXPECT_EQ(pinned(), quota);
  EXPECT_EQ(copied(), 2u);
  for (std::size_t i = 0; i < held_.size(); ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, held_[i].data, sizeof(value));
    EXPECT_EQ(value, i + 1);
  }

  let_go(2);  // messages from before the first break
  hold(3);
  EXPECT_EQ(pinned(), quota) << "there was room for two more";
  EXPECT_EQ(copied(), 3u);
  let_go(held_.size());
  hold(4);
  EXPECT_EQ(pinned(), quota) << "it has its whole quota again";
  EXPECT_EQ(copied(), 3u);
}

TEST_F(BrokenLink, AThreadThatWaitsIsWokenThroughTheNewReader) {
  const auto wait_set = *there_->open_wait_set();
  subscription_->attach(wait_set);
  hold(1);
  EXPECT_FALSE(wait_set->wait(0));
  std::atomic<bool> woken{false};
  std::thread waiting([&] { woken.store(wait_set->wait(), std::memory_order_relaxed); });
  ASSERT_GT(testing::cut_links(), 0u);
  ASSERT_TRUE(matched(2));
  EXPECT_FALSE(woken.load(std::memory_order_relaxed));
  const Loan loan = *publisher_->loan(sizeof(std::uint64_t));
  ASSERT_TRUE(publisher_->publish(loan.token, sizeof(std::uint64_t)));
  EXPECT_TRUE(testing::wait_until([&] { return woken.load(std::memory_order_relaxed); }));
  wait_set->notify();  // ends the thread if it was not woken
  waiting.join();
  subscription_->attach(nullptr);
}

}  // namespace
}  // namespace baton::transport
