// SPDX-License-Identifier: Apache-2.0
// A publisher and a subscription in one process; a received frame is kept after the callback.
#include <baton/baton.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "camera_frame.hpp"

int main() try {
  using namespace std::chrono_literals;

  baton::Context context;
  // Transient local: the match is made in the background, and a late subscription gets the newest.
  const baton::QoS qos = baton::QoS(1).transient_local();
  auto publisher = baton::create_publisher<CameraFrame>(context, "camera", qos);
  std::optional<baton::Sample<CameraFrame>> newest;
  auto subscription = baton::create_subscription<CameraFrame>(
      context, "camera", qos,
      [&](baton::Sample<CameraFrame> frame) { newest.emplace(std::move(frame)); });
  baton::executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(subscription);

  for (std::uint64_t number = 1; number <= 3; ++number) {
    auto frame = publisher->borrow_loaned_message();
    frame->number = number;
    publisher->publish(std::move(frame));
    if (!executor.spin_once(10s)) return 1;
    std::printf("frame %llu\n", static_cast<unsigned long long>((*newest)->number));
  }
  const baton::SubscriptionCounters counters = subscription->get_counters();
  std::printf("%llu received, %llu copied\n", static_cast<unsigned long long>(counters.received),
              static_cast<unsigned long long>(counters.copied));
} catch (const baton::exceptions::Error& error) {
  std::fprintf(stderr, "talker_listener: %s\n", error.what());
  return 1;
}
