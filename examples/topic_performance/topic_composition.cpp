// SPDX-License-Identifier: Apache-2.0
// Publishers and subscribers in one process. Parameters say how many and how:
//   publisher_num, subscriber_num   1 and 1
//   use_intra_process_comms         false: as between processes; true: by pointer
//   use_dedicated_executors         false: one multi-threaded executor; true: one executor and
//                                   thread for each node
// Those of the nodes (rate, point_num ...) are given the same way and reach all of them.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <rclcpp/rclcpp.hpp>
#include <rcpputils/scope_exit.hpp>

#include "number_parameter.hpp"
#include "polygon_publisher.hpp"
#include "polygon_subscriber.hpp"

namespace {

using topic_performance::declare_number;
using Nodes = std::vector<rclcpp::Node::SharedPtr>;

struct Setting {
  std::int64_t publisher_num;
  std::int64_t subscriber_num;
  bool use_intra_process_comms;
  bool use_dedicated_executors;
};

Setting read_setting() {
  rclcpp::Node node("topic_composition");
  return {declare_number(node, "publisher_num", 1, 1, 100),
          declare_number(node, "subscriber_num", 1, 1, 100),
          node.declare_parameter("use_intra_process_comms", false),
          node.declare_parameter("use_dedicated_executors", false)};
}

Nodes make_nodes(const Setting& setting) {
  const auto options =
      rclcpp::NodeOptions().use_intra_process_comms(setting.use_intra_process_comms);
  Nodes nodes;
  for (std::int64_t number = 0; number < setting.publisher_num; ++number) {
    nodes.push_back(std::make_shared<topic_performance::PolygonPublisher>(
        options, "publisher" + std::to_string(number)));
  }
  for (std::int64_t number = 0; number < setting.subscriber_num; ++number) {
    nodes.push_back(std::make_shared<topic_performance::PolygonSubscriber>(
        options, "subscriber" + std::to_string(number)));
  }
  return nodes;
}

void spin_alone(const rclcpp::Node::SharedPtr& node) {
  // An exception of one node ends the others too, so that it is seen.
  const auto end_all = rcpputils::make_scope_exit([] { rclcpp::shutdown(); });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  executor.spin();
}

void spin_each(const Nodes& nodes) {
  std::vector<std::future<void>> threads;
  for (const auto& node : nodes) {
    threads.push_back(std::async(std::launch::async, spin_alone, node));
  }
  for (auto& thread : threads) thread.get();
}

void spin_together(const Nodes& nodes) {
  rclcpp::executors::MultiThreadedExecutor executor;
  for (const auto& node : nodes) executor.add_node(node);
  executor.spin();
}

}  // namespace

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  const Setting setting = read_setting();
  const Nodes nodes = make_nodes(setting);
  setting.use_dedicated_executors ? spin_each(nodes) : spin_together(nodes);
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "topic_composition: %s\n", error.what());
  return 1;
}
