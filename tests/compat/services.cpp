// SPDX-License-Identifier: Apache-2.0
// Services and clients in the styles of ROS's tutorials.
#include <memory>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "std_srvs/srv/trigger.hpp"

#include "ros_test.hpp"

using AddTwoInts = example_interfaces::srv::AddTwoInts;
using namespace std::chrono_literals;
using std::placeholders::_1;
using std::placeholders::_2;
using std::placeholders::_3;

namespace {

class Services : public RosTest {};

void add(const std::shared_ptr<example_interfaces::srv::AddTwoInts::Request> request,
         std::shared_ptr<example_interfaces::srv::AddTwoInts::Response> response) {
  response->sum = request->a + request->b;
}

TEST_F(Services, OfTheTutorialAnswer) {
  std::shared_ptr<rclcpp::Node> server = rclcpp::Node::make_shared("add_two_ints_server");
  rclcpp::Service<example_interfaces::srv::AddTwoInts>::SharedPtr service =
      server->create_service<example_interfaces::srv::AddTwoInts>("add_two_ints", &add);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(server);
  std::thread spinning([&] { executor.spin(); });

  std::shared_ptr<rclcpp::Node> node = rclcpp::Node::make_shared("add_two_ints_client");
  rclcpp::Client<example_interfaces::srv::AddTwoInts>::SharedPtr client =
      node->create_client<example_interfaces::srv::AddTwoInts>("add_two_ints");
  auto request = std::make_shared<example_interfaces::srv::AddTwoInts::Request>();
  request->a = 41;
  request->b = 1;
  ASSERT_TRUE(client->wait_for_service(20s));
  auto result = client->async_send_request(request);
  ASSERT_EQ(rclcpp::spin_until_future_complete(node, result, 20s),
            rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(result.get()->sum, 42);
  executor.cancel();
  spinning.join();
}

class Server : public rclcpp::Node {
 public:
  Server() : Node("server") {
    service_ =
        create_service<AddTwoInts>("add", std::bind(&Server::handle_service, this, _1, _2, _3));
    trigger_ = this->create_service<std_srvs::srv::Trigger>(
        "~/trigger", [](const std_srvs::srv::Trigger::Request::SharedPtr,
                        std_srvs::srv::Trigger::Response::SharedPtr response) {
          response->success = true;
          response->message = "done";
        });
  }

 private:
  void handle_service(const std::shared_ptr<rmw_request_id_t> request_header,
                      const std::shared_ptr<AddTwoInts::Request> request,
                      const std::shared_ptr<AddTwoInts::Response> response) {
    (void)request_header;
    response->sum = request->a + request->b;
  }
  rclcpp::Service<AddTwoInts>::SharedPtr service_;
  rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr trigger_;
};

TEST_F(Services, OfMembersAndLambdasAnswerCallbacks) {
  auto server = std::make_shared<Server>();
  auto node = std::make_shared<rclcpp::Node>("client");
  auto client = node->create_client<AddTwoInts>("add");
  auto trigger = node->create_client<std_srvs::srv::Trigger>("/server/trigger");
  ASSERT_TRUE(spin_until(
      {server, node}, [&] { return client->service_is_ready() && trigger->service_is_ready(); }));
  long sum = 0;
  std::string message;
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 2;
  request->b = 3;
  auto response_received_callback = [&](rclcpp::Client<AddTwoInts>::SharedFuture future) {
    sum = future.get()->sum;
  };
  client->async_send_request(request, response_received_callback);
  trigger->async_send_request(
      std::make_shared<std_srvs::srv::Trigger::Request>(),
      [&](rclcpp::Client<std_srvs::srv::Trigger>::SharedFutureWithRequest future) {
        message = std::string(future.get().second->message);
      });
  EXPECT_TRUE(spin_until({server, node}, [&] { return sum == 5 && message == "done"; }));
}

TEST_F(Services, ThatAreNotThereAreNotWaitedForLonger) {
  auto node = std::make_shared<rclcpp::Node>("client");
  auto client = node->create_client<AddTwoInts>("nobody");
  EXPECT_FALSE(client->wait_for_service(1ms));
  EXPECT_FALSE(client->service_is_ready());
  auto future = client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(rclcpp::spin_until_future_complete(node, future, 1ms),
            rclcpp::FutureReturnCode::TIMEOUT);
  EXPECT_TRUE(client->remove_pending_request(future));
}

}  // namespace
