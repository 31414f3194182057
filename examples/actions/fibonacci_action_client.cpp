// SPDX-License-Identifier: Apache-2.0
// Asks for a sequence, and shows how it grows: fibonacci_action_client ORDER [MOST]
// With MOST, the goal is cancelled after so many numbers of feedback.
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <example_interfaces/action/fibonacci.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>

using example_interfaces::action::Fibonacci;
using Client = rclcpp_action::Client<Fibonacci>;
using GoalHandle = rclcpp_action::ClientGoalHandle<Fibonacci>;
using namespace std::chrono_literals;

namespace {

template <class Sequence>
std::string text_of(const Sequence& sequence) {
  std::string text;
  for (const auto number : sequence) text += " " + std::to_string(number);
  return text;
}

template <class Future>
bool comes(const rclcpp::Node::SharedPtr& node, const Future& future) {
  if (rclcpp::spin_until_future_complete(node, future, 30s) == rclcpp::FutureReturnCode::SUCCESS) {
    return true;
  }
  std::fprintf(stderr, "fibonacci_action_client: no answer: does the server still run?\n");
  return false;
}

const char* name_of(rclcpp_action::ResultCode code) {
  switch (code) {
    case rclcpp_action::ResultCode::SUCCEEDED:
      return "succeeded";
    case rclcpp_action::ResultCode::CANCELED:
      return "canceled";
    case rclcpp_action::ResultCode::ABORTED:
      return "aborted";
    default:
      return "unknown";
  }
}

int pursue(const rclcpp::Node::SharedPtr& node, const Client::SharedPtr& client, int order,
           std::size_t most) {
  Fibonacci::Goal goal;
  goal.order = order;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](GoalHandle::SharedPtr handle,
                                  const std::shared_ptr<const Fibonacci::Feedback> feedback) {
    std::printf("So far:%s\n", text_of(feedback->sequence).c_str());
    std::fflush(stdout);
    if (feedback->sequence.size() == most) client->async_cancel_goal(handle);
  };
  const auto handle = client->async_send_goal(goal, options);
  if (!comes(node, handle)) return 1;
  if (!handle.get()) {
    std::printf("Rejected\n");
    return 1;
  }
  const auto result = client->async_get_result(handle.get());
  if (!comes(node, result)) return 1;
  std::printf("It %s:%s\n", name_of(result.get().code),
              text_of(result.get().result->sequence).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() != 2 && arguments.size() != 3) {
    std::fprintf(stderr, "usage: fibonacci_action_client ORDER [MOST]\n");
    return 2;
  }
  const int order = std::stoi(arguments[1]);
  const std::size_t most = arguments.size() == 3 ? std::stoul(arguments[2]) : 0;

  auto node = std::make_shared<rclcpp::Node>("fibonacci_action_client");
  auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  while (!client->wait_for_action_server(1s)) {
    if (!rclcpp::ok()) return 1;
    RCLCPP_WARN(node->get_logger(), "Waiting for a server: start fibonacci_action_server");
  }
  const int status = pursue(node, client, order, most);
  rclcpp::shutdown();
  return status;
} catch (const std::exception& error) {
  std::fprintf(stderr, "fibonacci_action_client: %s\n", error.what());
  return 1;
}
