// SPDX-License-Identifier: Apache-2.0
// Publishes ten camera frames a second until Ctrl-C. Run `listener` beside it, as often as you like.
#include <baton/baton.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "camera_frame.hpp"

namespace {

volatile std::sig_atomic_t stopped = 0;

}  // namespace

int main() try {
  std::signal(SIGINT, [](int) { stopped = 1; });
  std::signal(SIGTERM, [](int) { stopped = 1; });

  baton::Context context;
  auto publisher = baton::create_publisher<CameraFrame>(context, "camera", baton::QoS(5));

  for (std::uint64_t number = 1; !stopped; ++number) {
    auto frame = publisher->borrow_loaned_message();  // memory that subscribers will read in place
    frame->number = number;
    frame->width = 1920;
    frame->height = 1080;
    std::memset(frame->pixels, static_cast<int>(number % 256), sizeof frame->pixels);
    publisher->publish(std::move(frame));

    std::printf("frame %llu to %zu subscriptions\n", static_cast<unsigned long long>(number),
                publisher->get_subscription_count());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
} catch (const baton::exceptions::Error& error) {
  std::fprintf(stderr, "talker: %s\n", error.what());
  return 1;
}
