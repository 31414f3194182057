// SPDX-License-Identifier: Apache-2.0
// set_on_new_..._callback() of every entity, as executors of the user's own have them.
#include <atomic>
#include <stdexcept>
#include <string>

#include "rclcpp/event_handler.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

using String = std_msgs::msg::String;
using SetBool = std_srvs::srv::SetBool;
using baton::testing::wait_until;

class CallbacksOfNews : public RosTest {
 protected:
  std::function<void(size_t)> counting(std::atomic<size_t>& count) {
    return [&count](size_t more) { count += more; };
  }
  static rclcpp::NodeOptions by_pointer(bool yes) {
    return rclcpp::NodeOptions().use_intra_process_comms(yes);
  }
};

TEST_F(CallbacksOfNews, CountMessagesThatNothingTakes) {
  auto node = std::make_shared<rclcpp::Node>("n", by_pointer(false));
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) { FAIL(); });
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> first{0};
  std::atomic<size_t> second{0};
  std::atomic<size_t> third{0};
  heard->set_on_new_message_callback(counting(first));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return first == 1; }));
  heard->set_on_new_message_callback(counting(second));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return second == 1; }));
  heard->clear_on_new_message_callback();
  for (int i = 0; i < 3; ++i) publisher->publish(String());
  heard->set_on_new_message_callback(counting(third));
  ASSERT_TRUE(wait_until([&] { return third == 3; }));
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 1u);
  EXPECT_THROW(heard->set_on_new_message_callback(nullptr), std::invalid_argument);
}

TEST_F(CallbacksOfNews, CountMessagesThatAnExecutorTakes) {
  auto node = std::make_shared<rclcpp::Node>("n");
  int taken = 0;
  auto heard = node->create_subscription<String>("t", 10, [&](String::ConstSharedPtr) { ++taken; });
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> told{0};
  heard->set_on_new_message_callback(counting(told));
  for (int i = 0; i < 5; ++i) publisher->publish(String());
  ASSERT_TRUE(spin_until({node}, [&] { return taken == 5 && told == 5; }));
}

TEST_F(CallbacksOfNews, FollowAnEntityFromExecutorToExecutor) {
  auto node = std::make_shared<rclcpp::Node>("n", by_pointer(false));
  std::atomic<int> taken{0};
  auto heard = node->create_subscription<String>("t", 10, [&](String::ConstSharedPtr) { ++taken; });
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> told{0};
  heard->set_on_new_message_callback(counting(told));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return told == 1; }));
  {
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(node);
    ASSERT_TRUE(wait_until([&] { return (executor.spin_some(), taken == 1); }));
    publisher->publish(String());
    ASSERT_TRUE(wait_until([&] { return (executor.spin_some(), taken == 2 && told == 2); }));
  }
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return told == 3; }));
  EXPECT_EQ(taken, 2);
}

TEST_F(CallbacksOfNews, StayWhenTheOtherFunctionOfASubscriptionGoes) {
  auto node = std::make_shared<rclcpp::Node>("n", by_pointer(true));
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> inside{0};
  std::atomic<size_t> outside{0};
  heard->set_on_new_message_callback(counting(outside));
  heard->set_on_new_intra_process_message_callback(counting(inside));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return inside == 1; }));
  heard->clear_on_new_message_callback();
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return inside == 2; }));
  heard->set_on_new_message_callback(counting(outside));
  heard->clear_on_new_intra_process_message_callback();
  publisher->publish(String());
  EXPECT_EQ(inside, 2u);
  EXPECT_EQ(outside, 0u);
}

TEST_F(CallbacksOfNews, MayClearThemselvesAndSetOthers) {
  auto node = std::make_shared<rclcpp::Node>("n", by_pointer(false));
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> once{0};
  heard->set_on_new_message_callback([&](size_t count) {
    once += count;
    heard->clear_on_new_message_callback();
  });
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return once == 1; }));
  std::atomic<size_t> again{0};
  heard->set_on_new_message_callback(counting(again));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return again >= 1; }));
  EXPECT_EQ(once, 1u);
}

TEST_F(CallbacksOfNews, DoNotCountWhatWasTakenWhileThereWasNone) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto publisher = node->create_publisher<String>("t", 10);
  publisher->publish(String());
  publisher->publish(String());
  String out;
  rclcpp::MessageInfo info;
  ASSERT_TRUE(wait_until([&] { return heard->take(out, info); }));
  std::atomic<size_t> told{0};
  heard->set_on_new_message_callback(counting(told));
  ASSERT_TRUE(wait_until([&] { return told == 1; }));
}

TEST_F(CallbacksOfNews, TellWhatCameByPointerApart) {
  auto node = std::make_shared<rclcpp::Node>("n", by_pointer(true));
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> inside{0};
  std::atomic<size_t> outside{0};
  heard->set_on_new_intra_process_message_callback(counting(inside));
  heard->set_on_new_message_callback(counting(outside));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return inside == 1; }));
  EXPECT_EQ(outside, 0u);
}

TEST_F(CallbacksOfNews, ThatThrowAreCalledAgain) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto publisher = node->create_publisher<String>("t", 10);
  std::atomic<size_t> told{0};
  heard->set_on_new_message_callback([&](size_t count) {
    told += count;
    throw std::domain_error("not now");
  });
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return told == 1; }));
  publisher->publish(String());
  ASSERT_TRUE(wait_until([&] { return told == 2; }));
}

TEST_F(CallbacksOfNews, CountRequestsAndResponses) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto service = node->create_service<SetBool>(
      "s", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  auto client = node->create_client<SetBool>("s");
  ASSERT_TRUE(client->wait_for_service(20s));
  std::atomic<size_t> requests{0};
  std::atomic<size_t> responses{0};
  service->set_on_new_request_callback(counting(requests));
  client->set_on_new_response_callback(counting(responses));
  auto future = client->async_send_request(std::make_shared<SetBool::Request>());
  ASSERT_TRUE(wait_until([&] { return requests == 1; }));
  ASSERT_TRUE(spin_until({node}, [&] { return responses == 1; }));
  service->clear_on_new_request_callback();
  client->clear_on_new_response_callback();
  EXPECT_THROW(service->set_on_new_request_callback(nullptr), std::invalid_argument);
  EXPECT_THROW(client->set_on_new_response_callback(nullptr), std::invalid_argument);
}

TEST_F(CallbacksOfNews, CountResetsOfTimers) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto timer = node->create_wall_timer(1h, [] {});
  timer->reset();
  std::atomic<size_t> resets{0};
  timer->set_on_reset_callback(counting(resets));
  EXPECT_EQ(resets, 1u);
  timer->reset();
  EXPECT_EQ(resets, 2u);
  timer->clear_on_reset_callback();
  timer->reset();
  EXPECT_EQ(resets, 2u);
  EXPECT_THROW(timer->set_on_reset_callback(nullptr), std::invalid_argument);
}

TEST_F(CallbacksOfNews, CountEventsOfBothEnds) {
  auto node = std::make_shared<rclcpp::Node>("n");
  rclcpp::PublisherOptions publishing;
  publishing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  rclcpp::SubscriptionOptions hearing;
  hearing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  auto publisher = node->create_publisher<String>("t", 10, publishing);
  std::atomic<size_t> of_publisher{0};
  std::atomic<size_t> of_subscription{0};
  publisher->set_on_new_qos_event_callback(counting(of_publisher), RCL_PUBLISHER_MATCHED);
  auto heard = node->create_subscription<String>(
      "t", 10, [](String::ConstSharedPtr) {}, hearing);
  heard->set_on_new_qos_event_callback(counting(of_subscription), RCL_SUBSCRIPTION_MATCHED);
  EXPECT_TRUE(wait_until([&] { return of_publisher == 1 && of_subscription == 1; }));
  EXPECT_THROW(publisher->set_on_new_qos_event_callback(nullptr, RCL_PUBLISHER_MATCHED),
               std::invalid_argument);
  // Not watched: a warning.
  heard->set_on_new_qos_event_callback(counting(of_subscription), RCL_SUBSCRIPTION_MESSAGE_LOST);
  heard->clear_on_new_qos_event_callback(RCL_SUBSCRIPTION_MESSAGE_LOST);
  EXPECT_TRUE(heard->get_network_flow_endpoints().empty());
}

TEST_F(CallbacksOfNews, EventsAreFoundByWaitSets) {
  auto node = std::make_shared<rclcpp::Node>("n");
  rclcpp::PublisherOptions options;
  std::atomic<int> matched{0};
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo&) { ++matched; };
  auto publisher = node->create_publisher<String>("t", 10, options);
  ASSERT_EQ(publisher->get_event_handlers().size(), 1u);
  auto handler = publisher->get_event_handlers().at(RCL_PUBLISHER_MATCHED);
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(handler, publisher);
  EXPECT_EQ(wait_set.wait(1ms).kind(), rclcpp::WaitResultKind::Timeout);
  auto heard = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto result = wait_set.wait(20s);
  ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
  ASSERT_TRUE(handler->is_ready(result.get_wait_set().get_rcl_wait_set()));
  handler->execute(handler->take_data());
  EXPECT_EQ(matched, 1);
}

TEST_F(CallbacksOfNews, MessagesAreTakenAndHandledInTwoSteps) {
  auto node = std::make_shared<rclcpp::Node>("n");
  std::string heard_text;
  rclcpp::SubscriptionBase::SharedPtr heard = node->create_subscription<String>(
      "t", 10, [&](String::ConstSharedPtr message) { heard_text = message->data; });
  auto publisher = node->create_publisher<String>("t", 10);
  publisher->publish(std_msgs::build<String>().data("in two steps"));
  std::shared_ptr<void> message = heard->create_message();
  rclcpp::MessageInfo info;
  ASSERT_TRUE(wait_until([&] { return heard->take_type_erased(message.get(), info); }));
  heard->handle_message(message, info);
  heard->return_message(message);
  EXPECT_EQ(heard_text, "in two steps");
}

}  // namespace
