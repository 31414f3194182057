// SPDX-License-Identifier: Apache-2.0
// Receives the talker's frames until Ctrl-C, or as many as the argument says.
#include <baton/baton.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "camera_frame.hpp"

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

  auto subscription = baton::create_subscription<CameraFrame>(
      context, "camera", baton::QoS(5), [&](const CameraFrame& frame) {
        std::printf("frame %llu, first pixel %u\n", static_cast<unsigned long long>(frame.number),
                    static_cast<unsigned>(frame.pixels[0]));
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
  std::fprintf(stderr, "listener: %s\n", error.what());
  return 1;
}
