// SPDX-License-Identifier: Apache-2.0
// Receives the talker's images until Ctrl-C, or as many as the argument says.
#include <baton/baton.hpp>
#include <sensor_msgs/msg/image.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

baton::executors::SingleThreadedExecutor* spinning = nullptr;

void stop(int) { spinning->cancel(); }

}  // namespace

int main(int argc, char** argv) try {
  long wanted = argc > 1 ? std::atol(argv[1]) : 0;

  baton::Context context;
  baton::executors::SingleThreadedExecutor executor(context);
  spinning = &executor;
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);

  using sensor_msgs::msg::Image;
  auto subscription = baton::create_subscription<Image>(
      context, "camera/image", 5, [&](Image::ConstSharedPtr image) {  // may be kept
        std::printf("image %d of %s: %u x %u, %s, %zu bytes of %u\n", image->header.stamp.sec,
                    image->header.frame_id.c_str(), image->width, image->height,
                    image->encoding.c_str(), image->data.size(),
                    static_cast<unsigned>(image->data.back()));
        if (wanted > 0 && --wanted == 0) executor.cancel();
      });
  executor.add_subscription(subscription);
  executor.spin();

  for (const baton::MatchInfo& match : subscription->get_matches()) {
    std::printf("from %s (pid %lld): %s%s\n", match.process_name.c_str(),
                static_cast<long long>(match.pid), match.transport.c_str(),
                match.zero_copy ? ", zero copy" : "");
  }
} catch (const baton::exceptions::Error& error) {
  std::fprintf(stderr, "image_listener: %s\n", error.what());
  return 1;
}
