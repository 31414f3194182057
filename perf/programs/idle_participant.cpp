// SPDX-License-Identifier: Apache-2.0
// A participant with a publisher, a subscription and a sleeping executor that has nothing to do.
// Other programs look at its process from outside.
#include <fmt/format.h>

#include <baton/baton.hpp>
#include <cstdint>
#include <exception>

namespace {

struct Message {
  static constexpr std::string_view baton_type_name = "perf/Idle";
  std::uint8_t data[4096];
};

}  // namespace

int main() {
  try {
    baton::Context context{baton::ContextOptions{}};
    const auto publisher = baton::create_publisher<Message>(context, "idle", 10);
    const auto subscription =
        baton::create_subscription<Message>(context, "idle", 10, [](const Message&) {});
    baton::executors::SingleThreadedExecutor executor(context);
    executor.add_subscription(subscription);
    executor.spin();
  } catch (const std::exception& error) {
    fmt::print(stderr, "idle_participant: {}\n", error.what());
    return 1;
  }
}
