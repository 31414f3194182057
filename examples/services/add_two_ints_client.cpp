// SPDX-License-Identifier: Apache-2.0
// Asks the server twice, and goes on before it answers: add_two_ints_client A B
#include <chrono>
#include <cstdio>
#include <exception>
#include <future>
#include <memory>
#include <string>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <rclcpp/rclcpp.hpp>

using example_interfaces::srv::AddTwoInts;
using namespace std::chrono_literals;

namespace {

AddTwoInts::Request::SharedPtr make_request(long a, long b) {
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = a;
  request->b = b;
  return request;
}

// As a future: spin until it is there.
bool ask_with_future(const rclcpp::Node::SharedPtr& node,
                     const rclcpp::Client<AddTwoInts>::SharedPtr& client, long a, long b) {
  auto answer = client->async_send_request(make_request(a, b));
  if (rclcpp::spin_until_future_complete(node, answer, 10s) != rclcpp::FutureReturnCode::SUCCESS) {
    client->remove_pending_request(answer);  // or it would stay pending
    return false;
  }
  std::printf("%ld + %ld = %lld\n", a, b, static_cast<long long>(answer.get()->sum));
  return true;
}

// As a callback, which an executor calls when the answer comes.
bool ask_with_callback(const rclcpp::Node::SharedPtr& node,
                       const rclcpp::Client<AddTwoInts>::SharedPtr& client, long a, long b) {
  std::promise<long long> done;
  client->async_send_request(
      make_request(a, b),
      [&](rclcpp::Client<AddTwoInts>::SharedFuture answer) { done.set_value(answer.get()->sum); });
  auto sum = done.get_future();
  if (rclcpp::spin_until_future_complete(node, sum, 10s) != rclcpp::FutureReturnCode::SUCCESS) {
    client->prune_pending_requests();
    return false;
  }
  std::printf("%ld + %ld = %lld, by callback\n", a, b, sum.get());
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() != 3) {
    std::fprintf(stderr, "usage: add_two_ints_client A B\n");
    return 2;
  }
  const long a = std::stol(arguments[1]);
  const long b = std::stol(arguments[2]);

  auto node = std::make_shared<rclcpp::Node>("add_two_ints_client");
  auto client = node->create_client<AddTwoInts>("add_two_ints");
  while (!client->wait_for_service(1s)) {
    if (!rclcpp::ok()) return 1;
    RCLCPP_WARN(node->get_logger(), "Waiting for a server: start add_two_ints_server");
  }
  if (!ask_with_future(node, client, a, b) || !ask_with_callback(node, client, b, a)) {
    std::fprintf(stderr, "add_two_ints_client: no answer in 10 s: does the server still run?\n");
    return 1;
  }
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "add_two_ints_client: %s\n", error.what());
  return 1;
}
