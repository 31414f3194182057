// SPDX-License-Identifier: Apache-2.0
// What a user's program asks of a compiler and a standard library: nodes with callbacks of each
// form. It is compiled, and never run.
#include <chrono>
#include <functional>
#include <memory>
#include <type_traits>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>

namespace {

using namespace std::placeholders;
using rclcpp::function_traits::function_traits;
using std_msgs::msg::String;
using std_srvs::srv::Trigger;

class Talker : public rclcpp::Node {
 public:
  Talker() : Node("talker") {
    publisher_ = create_publisher<String>("chatter", 10);
    timer_ = create_wall_timer(std::chrono::seconds(1), [this] { say(); });
    heard_ = create_subscription<String>("chatter", 10, std::bind(&Talker::hear, this, _1));
    service_ = create_service<Trigger>("stop", std::bind(&Talker::stop, this, _1, _2));
    client_ = create_client<Trigger>("start");
    rate_hz_ = declare_parameter("rate_hz", 1.0);
  }

 private:
  void say() {
    auto loan = publisher_->borrow_loaned_message();
    loan.get().data = "hello";
    publisher_->publish(std::move(loan));
  }
  void hear(const String::ConstSharedPtr& message) {
    RCLCPP_INFO(get_logger(), "heard %s", message->data.c_str());
  }
  void stop(const Trigger::Request::SharedPtr, const Trigger::Response::SharedPtr response) {
    response->success = true;
  }

  rclcpp::Publisher<String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::Subscription<String>::SharedPtr heard_;
  rclcpp::Service<Trigger>::SharedPtr service_;
  rclcpp::Client<Trigger>::SharedPtr client_;
  double rate_hz_ = 0;
};

// What std::bind makes is a type of the standard library's own.
[[maybe_unused]] int halve(double value) { return static_cast<int>(value / 2); }
using Bound = decltype(std::bind(halve, _1));
static_assert(function_traits<Bound>::known);
static_assert(std::is_same_v<function_traits<Bound>::argument_type<0>, double>);
using BoundResult = decltype(std::bind<void>(halve, _1));
static_assert(function_traits<BoundResult>::arity == 1);

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Talker>());
  rclcpp::shutdown();
  return 0;
}
