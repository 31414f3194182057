// SPDX-License-Identifier: Apache-2.0
// In which order the readers of a publisher hear of its life and its end.
#include "transport/in_process/in_process_hub.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "base/clock.hpp"
#include "testing/deadline.hpp"
#include "transport/in_process/in_process_transport.hpp"

namespace baton::transport {
namespace {

using Kind = EndpointEvent::Kind;

/// Adds up what one subscription hears of its publisher.
class Heard {
 public:
  void add(const EndpointEvent& event) {
    const std::lock_guard lock(mutex_);
    switch (event.kind) {
      case Kind::matched:
        if (!event.was_alive) ++silent_;
        break;
      case Kind::unmatched:
        awaits_end_of_life_ = event.was_alive;
        has_ended_ = true;
        if (!event.was_alive) --silent_;
        break;
      case Kind::liveliness_gained:
        ++alive_;
        if (!event.with_match) --silent_;
        break;
      case Kind::liveliness_lost:
        --alive_;
        event.with_match ? static_cast<void>(awaits_end_of_life_ = false)
                         : static_cast<void>(++silent_);
        break;
      default:
        break;
    }
  }
  bool all() const {
    const std::lock_guard lock(mutex_);
    return has_ended_ && !awaits_end_of_life_;
  }
  bool adds_up() const {
    const std::lock_guard lock(mutex_);
    return alive_ == 0 && silent_ == 0;
  }

 private:
  mutable std::mutex mutex_;
  int alive_ = 0;
  int silent_ = 0;
  bool has_ended_ = false;
  bool awaits_end_of_life_ = false;
};

/// A publisher that ends in the moment in which its lease does.
TEST(InProcessHub, TellsOfSilenceAndOfTheEndInTheirOrder) {
  constexpr std::int64_t lease_ns = 2'000'000;
  constexpr std::size_t subscriptions = 200;
  constexpr std::int64_t rounds = 60;
  constexpr std::int64_t step_ns = 5'000;
  const QoS qos = QoS(1)
                      .liveliness(LivelinessPolicy::ManualByTopic)
                      .liveliness_lease_duration(std::chrono::nanoseconds(lease_ns));
  const auto transport = std::move(*open_in_process_transport({}));
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::vector<Heard> heard(subscriptions);
    std::vector<std::shared_ptr<SubscriptionPort>> ports;
    for (Heard& each : heard) {
      SubscriptionSpec spec;
      spec.topic = "/t";
      spec.type_name = "plain";
      spec.qos = qos;
      spec.on_event = [&each](const EndpointEvent& event) { each.add(event); };
      ports.push_back(std::move(*transport->open_subscription(spec)));
    }
    PublisherSpec spec;
    spec.topic = "/t";
    spec.type_name = "plain";
    spec.qos = qos;
    const std::int64_t begun_ns = base::monotonic_ns();
    std::shared_ptr<PublisherPort> publisher = std::move(*transport->open_publisher(spec));
    ASSERT_EQ(publisher->match_count(), subscriptions);
    const std::int64_t end_ns = begun_ns + lease_ns + (round - rounds / 3) * step_ns;
    while (base::monotonic_ns() < end_ns) {
    }
    publisher.reset();
    for (const Heard& each : heard) {
      ASSERT_TRUE(testing::wait_until([&] { return each.all(); }));
    }
    ports.clear();  // no further event comes
    for (const Heard& each : heard) ASSERT_TRUE(each.adds_up()) << "in round " << round;
  }
}

}  // namespace
}  // namespace baton::transport
