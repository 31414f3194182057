// SPDX-License-Identifier: Apache-2.0
// Answers requests until Ctrl-C. Run `add_two_ints_client 2 3` beside it.
#include <cstdio>
#include <exception>
#include <memory>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <rclcpp/rclcpp.hpp>

using example_interfaces::srv::AddTwoInts;

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("add_two_ints_server");
  auto service = node->create_service<AddTwoInts>(
      "add_two_ints", [node](const AddTwoInts::Request::SharedPtr request,
                             AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
        RCLCPP_INFO(node->get_logger(), "%lld + %lld", static_cast<long long>(request->a),
                    static_cast<long long>(request->b));
      });
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "add_two_ints_server: %s\n", error.what());
  return 1;
}
