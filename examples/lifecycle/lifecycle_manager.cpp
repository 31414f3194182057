// SPDX-License-Identifier: Apache-2.0
// Asks a lifecycle node for transitions, one after the other: lifecycle_manager NODE TRANSITION...
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>
#include <rclcpp/rclcpp.hpp>

using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetState;
using namespace std::chrono_literals;

namespace {

template <class S>
typename S::Response::SharedPtr ask(const rclcpp::Node::SharedPtr& node,
                                    const typename rclcpp::Client<S>::SharedPtr& client,
                                    const typename S::Request& request) {
  auto response = client->async_send_request(std::make_shared<typename S::Request>(request));
  if (rclcpp::spin_until_future_complete(node, response, 10s) !=
      rclcpp::FutureReturnCode::SUCCESS) {
    return nullptr;
  }
  return response.get();
}

}  // namespace

int main(int argc, char** argv) try {
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() < 3) {
    std::fprintf(stderr, "usage: lifecycle_manager NODE TRANSITION...\n");
    return 2;
  }
  const auto node = std::make_shared<rclcpp::Node>("lifecycle_manager");
  const auto change = node->create_client<ChangeState>(arguments[1] + "/change_state");
  const auto get = node->create_client<GetState>(arguments[1] + "/get_state");
  if (!change->wait_for_service(10s) || !get->wait_for_service(10s)) {
    std::fprintf(stderr, "lifecycle_manager: no lifecycle node %s\n", arguments[1].c_str());
    return 1;
  }
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    ChangeState::Request request;
    request.transition.label = arguments[i];
    const auto changed = ask<ChangeState>(node, change, request);
    const auto state = ask<GetState>(node, get, GetState::Request());
    if (!changed || !state) {
      std::fprintf(stderr, "lifecycle_manager: no answer in 10 s\n");
      return 1;
    }
    std::printf("%s: %s, %s\n", arguments[i].c_str(), changed->success ? "done" : "not done",
                state->current_state.label.c_str());
    if (!changed->success) return 1;
  }
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "lifecycle_manager: %s\n", error.what());
  return 1;
}
