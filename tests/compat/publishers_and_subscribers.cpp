// SPDX-License-Identifier: Apache-2.0
// Publishers and subscribers in the styles of ROS's tutorials.
#include <string>
#include <vector>

#include "std_msgs/msg/header.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;
using std::placeholders::_1;
using std::placeholders::_2;

namespace {

class PublishersAndSubscribers : public RosTest {};

class MinimalPublisher : public rclcpp::Node {
 public:
  MinimalPublisher() : Node("minimal_publisher"), count_(0) {
    publisher_ = this->create_publisher<std_msgs::msg::String>("topic", 10);
    timer_ = this->create_wall_timer(5ms, std::bind(&MinimalPublisher::timer_callback, this));
  }

 private:
  void timer_callback() {
    auto message = std_msgs::msg::String();
    message.data = "Hello, world! " + std::to_string(count_++);
    RCLCPP_INFO_ONCE(this->get_logger(), "Publishing: '%s'", message.data.c_str());
    publisher_->publish(message);
  }
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  size_t count_;
};

/// With a member function, bound.
class MinimalSubscriber : public rclcpp::Node {
 public:
  MinimalSubscriber() : Node("minimal_subscriber") {
    by_reference_ = this->create_subscription<std_msgs::msg::String>(
        "topic", 10, std::bind(&MinimalSubscriber::on_reference, this, _1));
    by_pointer_ = create_subscription<std_msgs::msg::String>(
        "topic", rclcpp::SensorDataQoS(), std::bind(&MinimalSubscriber::on_pointer, this, _1));
    with_info_ = create_subscription<std_msgs::msg::String>(
        "topic", rclcpp::QoS(rclcpp::KeepLast(10)),
        std::bind(&MinimalSubscriber::on_info, this, _1, _2));
    owned_ = create_subscription<std_msgs::msg::String>(
        "topic", 10, std::bind(&MinimalSubscriber::on_owned, this, _1));
  }
  bool heard_all() const { return heard_ == 15; }

 private:
  void on_reference(const std_msgs::msg::String& msg) const { hear(1, msg.data); }
  void on_pointer(const std_msgs::msg::String::SharedPtr msg) { hear(2, msg->data); }
  void on_info(std_msgs::msg::String::ConstSharedPtr msg, const rclcpp::MessageInfo& info) {
    if (info.get_rmw_message_info().source_timestamp > 0) hear(4, msg->data);
  }
  void on_owned(std_msgs::msg::String::UniquePtr msg) { hear(8, msg->data); }
  void hear(int who, const std::string& text) const {
    if (text.rfind("Hello, world! ", 0) == 0) heard_ |= who;
  }

  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr by_reference_, by_pointer_, with_info_,
      owned_;
  mutable int heard_ = 0;
};

TEST_F(PublishersAndSubscribers, OfTheTutorialsMeet) {
  auto subscriber = std::make_shared<MinimalSubscriber>();
  EXPECT_TRUE(spin_until({std::make_shared<MinimalPublisher>(), subscriber},
                         [&] { return subscriber->heard_all(); }));
}

TEST_F(PublishersAndSubscribers, TakeLambdasOfEveryForm) {
  auto node = rclcpp::Node::make_shared("lambdas");
  std::vector<std::string> heard;
  auto topic_callback = [&](std_msgs::msg::String::UniquePtr msg) -> void {
    heard.push_back("unique " + msg->data);
  };
  auto unique = node->create_subscription<std_msgs::msg::String>("topic", 10, topic_callback);
  auto shared = node->create_subscription<std_msgs::msg::String>(
      "topic", 10,
      [&](const std_msgs::msg::String::SharedPtr msg) { heard.push_back("shared " + msg->data); });
  auto const_shared = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [&](const std_msgs::msg::String::ConstSharedPtr& msg) {
        heard.push_back("const shared " + msg->data);
      });
  std::function<void(std::shared_ptr<const std_msgs::msg::String>)> function =
      [&](std::shared_ptr<const std_msgs::msg::String> msg) {
        heard.push_back("function " + msg->data);
      };
  auto through_function = node->create_subscription<std_msgs::msg::String>("topic", 10, function);
  auto with_info = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [&](const std_msgs::msg::String& msg, const rclcpp::MessageInfo&) {
        heard.push_back("info " + msg.data);
      });

  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 5; }));
  auto message = std::make_unique<std_msgs::msg::String>();
  message->data = "x";
  publisher->publish(std::move(message));
  EXPECT_TRUE(spin_until({node}, [&] { return heard.size() == 5; }));
  EXPECT_THAT(heard, testing::UnorderedElementsAre("unique x", "shared x", "const shared x",
                                                   "function x", "info x"));
}

std::string g_heard;
void topic_callback(const std_msgs::msg::String::SharedPtr msg) { g_heard = msg->data; }

TEST_F(PublishersAndSubscribers, WithoutAClassOfTheirOwn) {
  auto node = rclcpp::Node::make_shared("not_composable");
  auto subscription = node->create_subscription<std_msgs::msg::String>("topic", 10, topic_callback);
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  std_msgs::msg::String message;
  auto publish_count = 0;
  rclcpp::WallRate loop_rate(500);
  while (rclcpp::ok() && g_heard.empty() && publish_count < 5000) {
    message.data = "Hello, world! " + std::to_string(publish_count++);
    publisher->publish(message);
    rclcpp::spin_some(node);
    // lint-ok: no_sleep_in_tests: the loop of the tutorial
    loop_rate.sleep();
  }
  EXPECT_EQ(g_heard.substr(0, 13), "Hello, world!");
}

TEST_F(PublishersAndSubscribers, MadeByFreeFunctions) {
  auto node = std::make_shared<rclcpp::Node>("free_functions");
  int heard = 0;
  auto of_node = rclcpp::create_subscription<std_msgs::msg::String>(
      *node, "topic", rclcpp::QoS(10), [&](const std_msgs::msg::String&) { ++heard; });
  auto of_pointer = rclcpp::create_subscription<std_msgs::msg::String>(
      node, "topic", 10, [&](std_msgs::msg::String::ConstSharedPtr) { ++heard; });
  auto of_part = rclcpp::create_subscription<std_msgs::msg::String>(
      node->get_node_topics_interface(), "topic", 10,
      [&](std_msgs::msg::String::ConstSharedPtr) { ++heard; }, rclcpp::SubscriptionOptions());
  auto publisher = rclcpp::create_publisher<std_msgs::msg::String>(
      node->get_node_topics_interface(), "topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 3; }));
  publisher->publish(std_msgs::msg::String());
  EXPECT_TRUE(spin_until({node}, [&] { return heard == 3; }));
}

TEST_F(PublishersAndSubscribers, HandTheirMessageOverInOneProcess) {
  auto options = rclcpp::NodeOptions().use_intra_process_comms(true);
  auto node = std::make_shared<rclcpp::Node>("pipeline", options);
  const void* received = nullptr;
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [&](std_msgs::msg::String::UniquePtr msg) { received = msg.get(); });
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  ASSERT_TRUE(
      spin_until({node}, [&] { return publisher->get_intra_process_subscription_count() == 1; }));
  auto message = std::make_unique<std_msgs::msg::String>();
  const void* const sent = message.get();
  publisher->publish(std::move(message));
  EXPECT_TRUE(spin_until({node}, [&] { return received != nullptr; }));
  EXPECT_EQ(received, sent);
}

TEST_F(PublishersAndSubscribers, GiveMessagesOfAnAllocatorBackToIt) {
  auto node = std::make_shared<rclcpp::Node>("allocators");
  std::string heard;
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [&](std_msgs::msg::String::ConstSharedPtr msg) { heard = msg->data; });
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));
  int given_back = 0;
  const auto give_back = [&given_back](std_msgs::msg::String* msg) {
    ++given_back;
    delete msg;
  };
  using Owned = std::unique_ptr<std_msgs::msg::String, decltype(give_back)>;
  Owned message(new std_msgs::msg::String(), give_back);
  message->data = "kept by its allocator";
  publisher->publish(std::move(message));
  EXPECT_EQ(given_back, 1);
  EXPECT_TRUE(spin_until({node}, [&] { return heard == "kept by its allocator"; }));
  EXPECT_THROW(publisher->publish(Owned(nullptr, give_back)), std::invalid_argument);
}

TEST_F(PublishersAndSubscribers, LendMessages) {
  auto node = std::make_shared<rclcpp::Node>("lender");
  std::string heard;
  auto subscription = node->create_subscription<std_msgs::msg::Header>(
      "topic", 10, [&](const std_msgs::msg::Header& msg) { heard = msg.frame_id; });
  auto publisher = node->create_publisher<std_msgs::msg::Header>("topic", 10);
  ASSERT_TRUE(publisher->can_loan_messages());
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));
  auto loaned = publisher->borrow_loaned_message();
  ASSERT_TRUE(loaned.is_valid());
  loaned.get().frame_id = "map";
  publisher->publish(std::move(loaned));
  EXPECT_TRUE(spin_until({node}, [&] { return heard == "map"; }));
}

TEST_F(PublishersAndSubscribers, SpeakSerializedMessages) {
  auto node = std::make_shared<rclcpp::Node>("serialized");
  std::string heard;
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [&](std::shared_ptr<const rclcpp::SerializedMessage> msg) {
        std_msgs::msg::String string_msg;
        auto serializer = rclcpp::Serialization<std_msgs::msg::String>();
        serializer.deserialize_message(msg.get(), &string_msg);
        heard = string_msg.data;
      });
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));

  auto string_msg = std::make_shared<std_msgs::msg::String>();
  string_msg->data = "Hello World";
  rclcpp::SerializedMessage serialized_msg;
  static rclcpp::Serialization<std_msgs::msg::String> serializer;
  serializer.serialize_message(string_msg.get(), &serialized_msg);
  EXPECT_EQ(serialized_msg.size(), 20u);
  EXPECT_EQ(serialized_msg.get_rcl_serialized_message().buffer_length, 20u);
  publisher->publish(serialized_msg);
  EXPECT_TRUE(spin_until({node}, [&] { return heard == "Hello World"; }));
}

TEST_F(PublishersAndSubscribers, AreTakenFromByHand) {
  auto node = std::make_shared<rclcpp::Node>("by_hand");
  rclcpp::SubscriptionOptions options;
  options.callback_group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [](std_msgs::msg::String::UniquePtr) { FAIL(); }, options);
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));
  std_msgs::msg::String msg;
  rclcpp::MessageInfo msg_info;
  EXPECT_FALSE(subscription->take(msg, msg_info));
  publisher->publish(std_msgs::build<std_msgs::msg::String>().data("taken"));
  EXPECT_TRUE(spin_until({node}, [&] { return subscription->take(msg, msg_info); }));
  EXPECT_EQ(msg.data, "taken");
}

}  // namespace
