// SPDX-License-Identifier: Apache-2.0
// How what a transport tells of liveliness adds up to the figures that a callback gets.
#include "client/topic/endpoint_events.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "transport/port/begin_of_match.hpp"
#include "transport/port/end_of_match.hpp"

namespace baton::client {
namespace {

using Kind = EndpointEvent::Kind;

/// What a subscription with a lease hears of its publishers.
class LivelinessCounts : public ::testing::Test {
 protected:
  void match(bool is_alive) { transport::tell_begin_of_match(is_alive, tell_); }
  void unmatch(bool was_alive) { transport::tell_end_of_match(was_alive, tell_); }
  void lose() { tell_(EndpointEvent{Kind::liveliness_lost}); }
  void gain() { tell_(EndpointEvent{Kind::liveliness_gained}); }
  void expect(int alive, int not_alive) {
    events_->report_all();
    EXPECT_EQ(changed_.alive_count, alive);
    EXPECT_EQ(changed_.not_alive_count, not_alive);
  }

  rmw_liveliness_changed_status_t changed_{};
  std::shared_ptr<EndpointEvents> events_ = [this] {
    SubscriptionEventCallbacks callbacks;
    callbacks.liveliness_callback = [this](QOSLivelinessChangedInfo& info) { changed_ = info; };
    return EndpointEvents::of_subscription(
        callbacks, QoS(10).liveliness_lease_duration(std::chrono::milliseconds(100)));
  }();
  EndpointCallback tell_ = events_->listener();
};

TEST_F(LivelinessCounts, OneThatIsSilentStaysNotAliveWhenAnotherOneComes) {
  match(true);
  lose();
  expect(0, 1);
  match(true);
  expect(1, 1);
  EXPECT_EQ(changed_.not_alive_count_change, 0);
  unmatch(true);
  expect(0, 1);
  gain();
  expect(1, 0);
}

TEST_F(LivelinessCounts, OneThatIsSilentFromTheBeginningIsNotAlive) {
  match(true);
  lose();
  match(false);
  expect(0, 2);
  unmatch(false);
  expect(0, 1);
  unmatch(false);
  expect(0, 0);
}

TEST_F(LivelinessCounts, OneThatWasSilentAndAssertsIsAlive) {
  match(false);
  expect(0, 1);
  gain();
  expect(1, 0);
  unmatch(true);
  expect(0, 0);
}

}  // namespace
}  // namespace baton::client
