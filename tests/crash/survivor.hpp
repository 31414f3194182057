// SPDX-License-Identifier: Apache-2.0
// The participant that lives through the crashes of others: it publishes on /down, and receives
// what others publish on /up.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/deadline.hpp"

namespace baton::testing {

class Survivor {
 public:
  Survivor() : context_(named("survivor")), executor_(context_) {
    up_ = create_subscription<SmallMessage>(context_, "/up", 2000, [this](const SmallMessage& m) {
      const std::lock_guard lock(mutex_);
      oracle_.see(m);
    });
    own_down_ =
        create_subscription<SmallMessage>(context_, "/down", 2000, [this](const SmallMessage& m) {
          const std::lock_guard lock(mutex_);
          own_.see(m);
        });
    executor_.add_subscription(up_);
    executor_.add_subscription(own_down_);
    thread_ = std::thread([this] { executor_.spin(); });
    down_ = create_publisher<SmallMessage>(context_, "/down", 10);
    // What is published before they have met is not for it.
    EXPECT_TRUE(wait_until([this] { return own_down_->get_publisher_count() == 1; }));
  }
  ~Survivor() {
    executor_.cancel();
    thread_.join();
  }

  void publish() {
    auto loan = down_->borrow_loaned_message();
    loan->fill(1, ++published_);
    down_->publish(std::move(loan));
  }
  std::uint64_t published() const { return published_; }

  PublisherBase& down() { return *down_; }
  SubscriptionBase& up() { return *up_; }
  /// What came on /up so far.
  Oracle received() {
    const std::lock_guard lock(mutex_);
    return oracle_;
  }
  /// What its own subscription to /down has seen.
  Oracle own() {
    const std::lock_guard lock(mutex_);
    return own_;
  }

 private:
  static ContextOptions named(const std::string& name) {
    ContextOptions options;
    options.name = name;
    options.on_event = [](const ContextEvent&) {};
    return options;
  }

  Context context_{ContextOptions{}};
  executors::SingleThreadedExecutor executor_;
  std::mutex mutex_;  // covers the oracles
  Oracle oracle_;
  Oracle own_;
  Subscription<SmallMessage>::SharedPtr up_;
  Subscription<SmallMessage>::SharedPtr own_down_;
  Publisher<SmallMessage>::SharedPtr down_;
  std::uint64_t published_ = 0;
  std::thread thread_;
};

}  // namespace baton::testing
