// SPDX-License-Identifier: Apache-2.0
// baton_lifecycle_peer: the lifecycle node "peer" in a process of its own. It publishes "words"
// each millisecond, which only goes out while it is active. Says "ready", then each callback that
// is called, and ends with its standard input.
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/string.hpp>

namespace {

void say(const std::string& text) { std::cout << text << std::endl; }

class Peer : public rclcpp_lifecycle::LifecycleNode {
 public:
  explicit Peer(const rclcpp::NodeOptions& options)
      : LifecycleNode("peer", options),
        words_(create_publisher<std_msgs::msg::String>("words", 10)),
        timer_(create_wall_timer(std::chrono::milliseconds(1),
                                 [this] { words_->publish(std_msgs::msg::String()); })) {}

  CallbackReturn on_configure(const rclcpp_lifecycle::State&) override {
    say("configure");
    return CallbackReturn::SUCCESS;
  }
  CallbackReturn on_activate(const rclcpp_lifecycle::State& from) override {
    say("activate");
    return LifecycleNode::on_activate(from);
  }
  CallbackReturn on_shutdown(const rclcpp_lifecycle::State&) override {
    say("shutdown");
    return CallbackReturn::SUCCESS;
  }

 private:
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>::SharedPtr words_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main() {
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<Peer>(rclcpp::NodeOptions().context(context));
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node->get_node_base_interface());
  std::thread spinning([&] { executor.spin(); });
  say("ready");
  std::string line;
  while (std::getline(std::cin, line)) {
  }
  context->shutdown("the input has ended");
  spinning.join();
}
