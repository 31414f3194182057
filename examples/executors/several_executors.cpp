// SPDX-License-Identifier: Apache-2.0
// Several executors: a sensor in a thread of its own, and a worker in two threads, where slow work
// holds up only its own callback group. An urgent group has an executor to itself.
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <thread>

#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/int32.hpp>

using namespace std::chrono_literals;
using std_msgs::msg::Int32;

class Sensor : public rclcpp::Node {
 public:
  Sensor() : Node("sensor") {
    publisher_ = create_publisher<Int32>("reading", 10);
    timer_ = create_wall_timer(50ms, [this] {
      Int32 reading;
      reading.data = ++number_;
      publisher_->publish(reading);
    });
  }

 private:
  rclcpp::Publisher<Int32>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  int number_ = 0;
};

class Worker : public rclcpp::Node {
 public:
  Worker() : Node("worker") {
    slow_ = create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    rclcpp::SubscriptionOptions options;
    options.callback_group = slow_;
    work_ = create_subscription<Int32>(
        "reading", 1, [this](const Int32& reading) { work(reading); }, options);

    heart_ = create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    heartbeat_ = create_wall_timer(
        40ms, [this] { RCLCPP_INFO(get_logger(), "Heartbeat"); }, heart_);

    // Not added with the node: main() gives it an executor of its own.
    urgent_ = create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    options.callback_group = urgent_;
    watch_ = create_subscription<Int32>(
        "reading", 10,
        [this](const Int32& reading) { RCLCPP_INFO(get_logger(), "Saw %d", reading.data); },
        options);
  }

  rclcpp::CallbackGroup::SharedPtr urgent() const { return urgent_; }

 private:
  void work(const Int32& reading) {
    RCLCPP_INFO(get_logger(), "Begins with %d", reading.data);
    std::this_thread::sleep_for(200ms);  // in place of something that takes long
    RCLCPP_INFO(get_logger(), "Ends with %d", reading.data);
  }

  rclcpp::CallbackGroup::SharedPtr slow_;
  rclcpp::CallbackGroup::SharedPtr heart_;
  rclcpp::CallbackGroup::SharedPtr urgent_;
  rclcpp::Subscription<Int32>::SharedPtr work_;
  rclcpp::Subscription<Int32>::SharedPtr watch_;
  rclcpp::TimerBase::SharedPtr heartbeat_;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  auto sensor = std::make_shared<Sensor>();
  auto worker = std::make_shared<Worker>();

  rclcpp::executors::SingleThreadedExecutor sensing;
  sensing.add_node(sensor);
  rclcpp::executors::SingleThreadedExecutor watching;
  watching.add_callback_group(worker->urgent(), worker->get_node_base_interface());
  rclcpp::executors::MultiThreadedExecutor working(rclcpp::ExecutorOptions(), 2);
  working.add_node(worker);

  std::thread sensing_thread([&] { sensing.spin(); });
  std::thread watching_thread([&] { watching.spin(); });
  working.spin();  // Ctrl-C ends all three
  sensing_thread.join();
  watching_thread.join();
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "several_executors: %s\n", error.what());
  return 1;
}
