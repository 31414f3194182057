// SPDX-License-Identifier: Apache-2.0
// interrupted_node OWN OTHER: a node that talks on topic OWN and answers on service OWN, and
// listens to and asks OTHER, until a signal. It is written for rclcpp alone, as a user writes it:
// main() returns when spin() does. Says "> {}" when it has begun, and "> {"answered": 1}" at the
// first response.
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::ListParameters;  // ROS 2's core has no type for sums
using std_msgs::msg::String;

void say(const std::string& json) {
  const std::string line = "> " + json + "\n";
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) _exit(1);
}

class InterruptedNode : public rclcpp::Node {
 public:
  InterruptedNode(const std::string& own, const std::string& other) : Node("interrupted_node") {
    publisher_ = create_publisher<String>(own, 10);
    subscription_ = create_subscription<String>(other, 10, [](const String::ConstSharedPtr) {});
    service_ = create_service<ListParameters>(
        own + "/list",
        [](const ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
    client_ = create_client<ListParameters>(other + "/list");
    timer_ = create_wall_timer(1ms, [this] { work(); });
  }

 private:
  void work() {
    String message;
    message.data = "what is said does not matter";
    publisher_->publish(message);
    if (++asked_ % 200 == 0) client_->prune_pending_requests();
    client_->async_send_request(std::make_shared<ListParameters::Request>(),
                                [this](rclcpp::Client<ListParameters>::SharedFuture) {
                                  if (!answered_) say("{\"answered\": 1}");
                                  answered_ = true;
                                });
  }

  rclcpp::Publisher<String>::SharedPtr publisher_;
  rclcpp::Subscription<String>::SharedPtr subscription_;
  rclcpp::Service<ListParameters>::SharedPtr service_;
  rclcpp::Client<ListParameters>::SharedPtr client_;
  rclcpp::TimerBase::SharedPtr timer_;
  unsigned asked_ = 0;
  bool answered_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  rclcpp::init(argc, argv);
  say("{}");
  rclcpp::spin(std::make_shared<InterruptedNode>(argv[1], argv[2]));
  return 3;
}
