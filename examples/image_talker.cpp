// SPDX-License-Identifier: Apache-2.0
// Publishes ten sensor_msgs/Image a second until Ctrl-C. Run `image_listener` beside it.
#include <baton/baton.hpp>
#include <sensor_msgs/msg/image.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

namespace {

volatile std::sig_atomic_t stopped = 0;

}  // namespace

int main() try {
  std::signal(SIGINT, [](int) { stopped = 1; });
  std::signal(SIGTERM, [](int) { stopped = 1; });

  baton::Context context;
  auto publisher = baton::create_publisher<sensor_msgs::msg::Image>(context, "camera/image", 5);

  for (int number = 1; !stopped; ++number) {
    auto image = publisher->borrow_loaned_message();
    image->header.stamp.sec = number;
    image->header.frame_id = "camera";
    image->encoding = "rgb8";
    image->set__width(1920).set__height(1080).set__step(1920 * 3);
    image->data.resize_uninitialized(image->step * image->height);  // in shared memory
    std::memset(image->data.data(), number % 256, image->data.size());
    publisher->publish(std::move(image));

    // The first outgrew its loan and was moved to a larger one; the next begin with enough.
    std::printf("image %d to %zu subscriptions, %llu moved\n", number,
                publisher->get_subscription_count(),
                static_cast<unsigned long long>(publisher->get_counters().compacted));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
} catch (const baton::exceptions::Error& error) {
  std::fprintf(stderr, "image_talker: %s\n", error.what());
  return 1;
}
