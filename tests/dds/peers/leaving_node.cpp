// SPDX-License-Identifier: Apache-2.0
// Leaves main() without shutdown(), with endpoints that only statics hold.
#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>

int main(int argc, char** argv) {
  using std_msgs::msg::String;
  baton::init(argc, argv);
  static const auto node = std::make_shared<baton::Node>("leaving");
  static const auto publisher = node->create_publisher<String>("/chatter", 10);
  static const auto subscription =
      node->create_subscription<String>("/chatter", 10, [](const String&) {});
  publisher->publish(String());
}
