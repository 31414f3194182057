// SPDX-License-Identifier: Apache-2.0
// Publishes one message and receives it, all in this process.
#include <baton/baton.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <thread>
#include <utility>

struct Greeting {
  static constexpr std::string_view baton_type_name = "consumer/Greeting";
  std::int64_t number;
};

int main() {
  using namespace std::chrono_literals;

  baton::Context context{baton::ContextOptions{}};
  std::int64_t received = 0;
  auto publisher = baton::create_publisher<Greeting>(context, "greeting", baton::QoS(10));
  auto subscription = baton::create_subscription<Greeting>(
      context, "greeting", baton::QoS(10),
      [&received](const Greeting& greeting) { received = greeting.number; });
  baton::executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(subscription);

  const auto deadline = std::chrono::steady_clock::now() + 10s;
  while (publisher->get_subscription_count() == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      std::printf("no match within 10 s\n");
      return 1;
    }
    std::this_thread::yield();
  }

  auto message = publisher->borrow_loaned_message();
  message->number = 42;
  publisher->publish(std::move(message));
  executor.spin_once(10s);

  std::printf("received %lld through %s, library %s\n", static_cast<long long>(received),
              publisher->get_matches().at(0).transport.c_str(), baton::version());
  return received == 42 ? 0 : 1;
}
