// SPDX-License-Identifier: Apache-2.0
// Computes Fibonacci sequences, a number each 100 ms, until Ctrl-C. Run `fibonacci_action_client 5`
// beside it.
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <example_interfaces/action/fibonacci.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>

using example_interfaces::action::Fibonacci;
using GoalHandle = rclcpp_action::ServerGoalHandle<Fibonacci>;
using namespace std::chrono_literals;
using namespace std::placeholders;

namespace {

class FibonacciServer : public rclcpp::Node {
 public:
  FibonacciServer() : Node("fibonacci_action_server") {
    server_ = rclcpp_action::create_server<Fibonacci>(
        this, "fibonacci", std::bind(&FibonacciServer::on_goal, this, _1, _2),
        std::bind(&FibonacciServer::on_cancel, this, _1),
        std::bind(&FibonacciServer::on_accepted, this, _1));
  }
  ~FibonacciServer() override {
    server_.reset();
    for (std::thread& each : threads_) each.join();
  }

 private:
  rclcpp_action::GoalResponse on_goal(const rclcpp_action::GoalUUID& goal_id,
                                      std::shared_ptr<const Fibonacci::Goal> goal) {
    RCLCPP_INFO(get_logger(), "Goal %s: order %d", rclcpp_action::to_string(goal_id).c_str(),
                goal->order);
    if (goal->order < 0 || goal->order > 46) return rclcpp_action::GoalResponse::REJECT;
    return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
  }

  rclcpp_action::CancelResponse on_cancel(const std::shared_ptr<GoalHandle>&) {
    RCLCPP_INFO(get_logger(), "Asked to cancel");
    return rclcpp_action::CancelResponse::ACCEPT;
  }

  // Called by the executor, so work that takes long is handed on.
  void on_accepted(const std::shared_ptr<GoalHandle>& handle) {
    threads_.emplace_back([this, handle] { execute(handle); });
  }

  void execute(const std::shared_ptr<GoalHandle>& handle) {
    auto feedback = std::make_shared<Fibonacci::Feedback>();
    auto result = std::make_shared<Fibonacci::Result>();
    auto& sequence = feedback->sequence;
    sequence = {0, 1};
    rclcpp::Rate rate(100ms);
    for (int i = 1; i < handle->get_goal()->order && rclcpp::ok(); ++i) {
      if (handle->is_canceling()) {
        result->sequence = sequence;
        handle->canceled(result);
        RCLCPP_INFO(get_logger(), "Canceled");
        return;
      }
      sequence.push_back(sequence[sequence.size() - 1] + sequence[sequence.size() - 2]);
      handle->publish_feedback(feedback);
      rate.sleep();
    }
    if (!rclcpp::ok()) return;  // the handle goes, and with it the goal
    result->sequence = sequence;
    handle->succeed(result);
    RCLCPP_INFO(get_logger(), "Succeeded");
  }

  rclcpp_action::Server<Fibonacci>::SharedPtr server_;
  std::vector<std::thread> threads_;
};

}  // namespace

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<FibonacciServer>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "fibonacci_action_server: %s\n", error.what());
  return 1;
}
