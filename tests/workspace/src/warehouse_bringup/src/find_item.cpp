// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "warehouse_interfaces/srv/find_item.hpp"

using warehouse_interfaces::srv::FindItem;

/// Asks where the item of its command line lies until it is found, and prints the label of the shelf.
int main(int argc, char ** argv)
{
  using namespace std::chrono_literals;

  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() != 2) {
    std::fprintf(stderr, "usage: find_item NAME\n");
    return 2;
  }
  auto node = rclcpp::Node::make_shared("find_item");
  auto client = node->create_client<FindItem>("find_item");
  if (!client->wait_for_service(20s)) {
    RCLCPP_ERROR(node->get_logger(), "no node knows where things are");
    return 1;
  }
  const auto deadline = node->now() + rclcpp::Duration(20s);
  while (rclcpp::ok() && node->now() < deadline) {
    auto request = std::make_shared<FindItem::Request>();
    request->name = arguments[1];
    auto future = client->async_send_request(request);
    if (rclcpp::spin_until_future_complete(node, future, 5s) !=
      rclcpp::FutureReturnCode::SUCCESS)
    {
      break;
    }
    const auto response = future.get();
    if (response->found) {
      std::printf("%s lies at %s\n", arguments[1].c_str(), response->shelf.label.c_str());
      rclcpp::shutdown();
      return 0;
    }
  }
  RCLCPP_ERROR(node->get_logger(), "not found: %s", arguments[1].c_str());
  rclcpp::shutdown();
  return 1;
}
