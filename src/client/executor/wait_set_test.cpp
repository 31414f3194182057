// SPDX-License-Identifier: Apache-2.0
#include <baton/wait_set.hpp>

#include <gmock/gmock.h>

#include <thread>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using testing::wait_until;
using namespace std::chrono_literals;

struct Number {
  std::uint64_t value;
};

class WaitSetTest : public testing::IsolatedTest {};

TEST_F(WaitSetTest, IsReadyForAMessageAndTimesOutWithoutOne) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<Number>(context, "t", 10);
  const auto subscription = create_subscription<Number>(context, "t", 10);
  WaitSet wait_set(context);
  wait_set.add_subscription(subscription);
  EXPECT_THROW(wait_set.add_subscription(subscription), std::runtime_error);  // again
  EXPECT_EQ(wait_set.wait(1ms), WaitResultKind::Timeout);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  std::thread publishing([&] { publisher->publish(Number{1}); });
  EXPECT_EQ(wait_set.wait(testing::default_deadline), WaitResultKind::Ready);
  EXPECT_TRUE(subscription->take());
  publishing.join();
  wait_set.remove_subscription(subscription);
  publisher->publish(Number{2});
  EXPECT_EQ(wait_set.wait(1ms), WaitResultKind::Timeout);
}

TEST_F(WaitSetTest, NotifyAndShutdownEndAWait) {
  Context context{ContextOptions{}};
  WaitSet wait_set(context);
  std::thread notifying([&] { wait_set.notify(); });
  EXPECT_EQ(wait_set.wait(), WaitResultKind::Ready);
  notifying.join();
  std::thread shutting_down([&] { context.shutdown(); });
  EXPECT_EQ(wait_set.wait(), WaitResultKind::Ready);
  shutting_down.join();
  EXPECT_EQ(wait_set.wait(), WaitResultKind::Ready);
}

TEST_F(WaitSetTest, HoldsItsSubscriptions) {
  Context context{ContextOptions{}};
  auto subscription = create_subscription<Number>(context, "t", 10);
  const std::weak_ptr<SubscriptionBase> weak = subscription;
  {
    WaitSet wait_set(context);
    wait_set.add_subscription(subscription);
    subscription.reset();
    EXPECT_FALSE(weak.expired());
  }
  EXPECT_TRUE(weak.expired());
}

}  // namespace
}  // namespace baton
