// SPDX-License-Identifier: Apache-2.0
// Packages that derive from nodes and hand calls on, with each template argument by name, as those
// of Autoware, Obelisk and Nav2 do.
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rclcpp/intra_process_buffer_type.hpp>
#include <rclcpp/is_ros_compatible_type.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/string.hpp>

#include "ros_test.hpp"

namespace {

using std_msgs::msg::String;

template <class Base>
class Wrapper : public Base {
 public:
  using Base::Base;

  template <typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
            typename SubscriptionT = rclcpp::Subscription<MessageT, AllocatorT>,
            typename MessageMemoryStrategyT = typename SubscriptionT::MessageMemoryStrategyType>
  std::shared_ptr<SubscriptionT> create_subscription(
      const std::string& topic_name, const rclcpp::QoS& qos, CallbackT&& callback,
      const rclcpp::SubscriptionOptionsWithAllocator<AllocatorT>& options =
          rclcpp_lifecycle::create_default_subscription_options<AllocatorT>(),
      typename MessageMemoryStrategyT::SharedPtr strategy =
          MessageMemoryStrategyT::create_default()) {
    return Base::template create_subscription<MessageT, CallbackT, AllocatorT, SubscriptionT,
                                              MessageMemoryStrategyT>(
        topic_name, qos, std::forward<CallbackT>(callback), options, strategy);
  }
};

class OwnSubscription : public rclcpp::Subscription<String> {
 public:
  using rclcpp::Subscription<String>::Subscription;
};

class WrappedNodes : public RosTest {};

TEST_F(WrappedNodes, NameEachTemplateArgumentOfASubscription) {
  int heard = 0;
  const auto hear = [&](const String&) { ++heard; };
  using Hear = decltype(hear)&;
  const auto node = std::make_shared<Wrapper<rclcpp::Node>>("node");
  const auto led = std::make_shared<Wrapper<rclcpp_lifecycle::LifecycleNode>>("led");
  const auto one = node->create_subscription<String>("t", 1, hear);
  const auto two =
      led->create_subscription<String>("t", 1, [&](String::ConstSharedPtr) { ++heard; });
  const std::shared_ptr<OwnSubscription> three =
      node->rclcpp::Node::create_subscription<String, Hear, std::allocator<void>, OwnSubscription>(
          "t", 1, hear);
  const auto four = rclcpp::create_subscription<String, Hear>(*node, "t", 1, hear);
  const auto five = rclcpp::create_subscription<String, Hear>(
      node->get_node_parameters_interface(), node->get_node_topics_interface(), "t", 1, hear,
      rclcpp::SubscriptionOptions());
  const auto publisher = node->create_publisher<String>("t", 1);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  executor.add_node(led->get_node_base_interface());
  publisher->publish(String());
  EXPECT_TRUE(spin_until(executor, [&] { return heard == 5; }));
}

TEST_F(WrappedNodes, NameTheTypesOfSubscriptionsAndTheirCallbacks) {
  using Subscription = rclcpp::Subscription<String>;
  static_assert(std::is_same_v<Subscription::ROSMessageType, String>);
  static_assert(std::is_same_v<Subscription::SubscribedType, String>);
  static_assert(rclcpp::is_ros_compatible_type<String>::value);
  static_assert(!rclcpp::is_ros_compatible_type<int>::value);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = rclcpp::IntraProcessBufferType::SharedPtr;
  rclcpp::QOSMessageLostCallbackType lost = [](rclcpp::QOSMessageLostInfo&) {};
  options.event_callbacks = {nullptr, nullptr, nullptr, lost, nullptr, nullptr};
  EXPECT_TRUE(options.event_callbacks.message_lost_callback);
  const rclcpp::PublisherMatchedCallbackType none;
  EXPECT_FALSE(none);
}

TEST_F(WrappedNodes, GiveTextsToPrintf) {
  const std::vector<std::string> texts{"a", "b"};
  EXPECT_STREQ(rclcpp::get_c_string(texts[0]), "a");
  EXPECT_STREQ(rclcpp::get_c_string("c"), "c");
  EXPECT_EQ(rclcpp::get_c_vector_string(texts)[1], texts[1].c_str());
}

}  // namespace
