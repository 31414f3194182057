// SPDX-License-Identifier: Apache-2.0
// A node that hears /flow and counts: counting_node all|DEPTH. For each line of its input it says
// how many whole messages in order it has had, and how many others.
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

#include <baton/baton.hpp>

#include "flow_message.hpp"

int main(int argc, char** argv) {
  using baton::testing::FlowMessage;
  if (argc != 2) return EXIT_FAILURE;
  baton::init(0, nullptr);
  const auto node = std::make_shared<baton::Node>("counting");
  const std::string depth = argv[1];
  const baton::QoS qos =
      depth == "all" ? baton::QoS(baton::KeepAll()) : baton::QoS(std::stoul(depth));
  std::mutex mutex;
  baton::testing::Oracle oracle;
  const auto subscription =
      node->create_subscription<FlowMessage>("/flow", qos, [&](const FlowMessage& message) {
        const std::lock_guard lock(mutex);
        oracle.see(message);
      });
  std::thread spinning([&] { baton::spin(node); });
  for (std::string line; std::getline(std::cin, line);) {
    const std::lock_guard lock(mutex);
    std::cout << oracle.seen << ' ' << oracle.corrupt + oracle.disordered << ' ' << oracle.missing
              << std::endl;
  }
  baton::shutdown();
  spinning.join();
}
