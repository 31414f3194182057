// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/int32.hpp>

static_assert(__cplusplus == 201703L, "a package that asks for less than C++17 gets C++17");

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("compat_user");
  auto publisher = node->create_publisher<std_msgs::msg::Int32>("number", 1);
  auto loan = publisher->borrow_loaned_message();
  loan.get().data = 7;
  std::printf("%s: %d\n", node->get_name(), loan.get().data);
  publisher->publish(std::move(loan));
  rclcpp::shutdown();
}
