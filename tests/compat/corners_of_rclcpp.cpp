// SPDX-License-Identifier: Apache-2.0
// What rclcpp's own unit tests ask for beside what nodes need every day: texts that programs
// compare, and classes that code uses by itself.
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <rcl_yaml_param_parser/parser.h>
#include <rclcpp/any_service_callback.hpp>
#include <rclcpp/any_subscription_callback.hpp>
#include <rclcpp/node_interfaces/node_base_interface_traits.hpp>
#include <rclcpp/parameter_map.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp/subscription_traits.hpp>
#include <rclcpp/topic_statistics/subscription_topic_statistics.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include "ros_test.hpp"

namespace {

using namespace std::chrono_literals;
using baton::testing::wait_until;
using std_msgs::msg::String;
using std_srvs::srv::SetBool;

/// What the error says, or "" if there is none.
std::string what(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(CornersOfRclcpp, OverflowsAreToldInItsWords) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const rclcpp::Duration one(1ns);
  const rclcpp::Time late(most);
  EXPECT_EQ(what([&] { (void)(late + one); }), "addition leads to int64_t overflow");
  EXPECT_EQ(what([&] {
              (void)(rclcpp::Time(0) - rclcpp::Duration::from_nanoseconds(-most) - one -
                     rclcpp::Duration(-2ns));
            }),
            "time subtraction leads to int64_t overflow");
  const auto longest = rclcpp::Duration::from_nanoseconds(most);
  EXPECT_EQ(what([&] { (void)(longest - rclcpp::Duration(-1ns)); }),
            "duration subtraction leads to int64_t overflow");
  EXPECT_EQ(what([&] { (void)(one * std::numeric_limits<double>::infinity()); }),
            "abnormal scale in rclcpp::Duration");
}

class Corners : public RosTest {};

TEST_F(Corners, ExecutorsSayInItsWordsWhatIsWrong) {
  auto node = std::make_shared<rclcpp::Node>("n", "/ns");
  rclcpp::executors::SingleThreadedExecutor executor;
  EXPECT_EQ(what([&] { executor.remove_node(node); }),
            "Node '/ns/n' needs to be associated with an executor.");
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  executor.add_callback_group(group, node->get_node_base_interface());
  EXPECT_EQ(what([&] { executor.add_callback_group(group, node->get_node_base_interface()); }),
            "Callback group has already been added to this executor.");
  rclcpp::executors::SingleThreadedExecutor other;
  EXPECT_EQ(what([&] { other.add_callback_group(group, node->get_node_base_interface()); }),
            "Callback group has already been added to an executor.");
  std::string nested;
  auto timer = node->create_wall_timer(1ms, [&] { nested = what([&] { executor.spin_some(); }); });
  executor.add_node(node);
  ASSERT_TRUE(wait_until([&] { return (executor.spin_some(), !nested.empty()); }));
  EXPECT_EQ(nested, "spin_some() called while already spinning");
  rclcpp::experimental::executors::EventsExecutor events;
  EXPECT_EQ(what([&] { events.spin_all(0ns); }), "max_duration must be positive");
}

TEST_F(Corners, AGroupThatWasAddedByHandStaysWhenItsNodeGoes) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  int called = 0;
  auto timer = node->create_wall_timer(
      1ms, [&] { ++called; }, group);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  executor.add_node(node);
  EXPECT_EQ(executor.get_manually_added_callback_groups().size(), 1U);
  EXPECT_EQ(executor.get_automatically_added_callback_groups_from_nodes().size(), 1U);
  executor.remove_node(node);
  EXPECT_EQ(executor.get_automatically_added_callback_groups_from_nodes().size(), 0U);
  called = 0;
  EXPECT_TRUE(wait_until([&] { return (executor.spin_some(), called > 0); }));
  executor.remove_callback_group(group);
}

TEST_F(Corners, PublishersSayHowManyMessagesTheirReadersHaveRoomFor) {
  auto node =
      std::make_shared<rclcpp::Node>("n", rclcpp::NodeOptions().use_intra_process_comms(true));
  auto publisher = node->create_publisher<String>("t", 10);
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 0U);
  auto deep = node->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  auto shallow = node->create_subscription<String>("t", 3, [](String::ConstSharedPtr) {});
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 3U);
  for (int i = 0; i < 2; ++i) publisher->publish(String());
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 1U);
  for (int i = 0; i < 2; ++i) publisher->publish(String());
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 0U);
}

TEST_F(Corners, TheGraphTriggersAGuardCondition) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto graph = node->get_node_graph_interface();
  std::atomic<std::size_t> changes{0};
  auto guard = graph->get_graph_guard_condition();
  guard->set_on_trigger_callback([&](std::size_t count) { changes += count; });
  EXPECT_GE(graph->count_graph_users(), 1U);
  graph->notify_graph_change();
  EXPECT_GE(changes, 1U);
  changes = 0;
  auto publisher = node->create_publisher<String>("t", 1);
  EXPECT_TRUE(wait_until([&] { return changes > 0; }));
  guard->set_on_trigger_callback(nullptr);
}

TEST_F(Corners, ASubNodeChecksItsNamespaceAndAGenericClientIsOutsideOfIt) {
  auto node = std::make_shared<rclcpp::Node>("n", "/ns");
  EXPECT_THROW(node->create_sub_node("in valid"), rclcpp::exceptions::InvalidNamespaceError);
  auto part = node->create_sub_node("part");
  EXPECT_STREQ(part->create_generic_client("s", "std_srvs/srv/SetBool")->get_service_name(),
               "/ns/s");
}

TEST_F(Corners, CallbacksOfServicesAreDispatchedByHand) {
  rclcpp::AnyServiceCallback<SetBool> callback;
  auto id = std::make_shared<rmw_request_id_t>();
  auto request = std::make_shared<SetBool::Request>();
  request->data = true;
  EXPECT_THROW(callback.dispatch(nullptr, id, request), std::runtime_error);
  using Answers = void(SetBool::Request::SharedPtr, SetBool::Response::SharedPtr);
  EXPECT_THROW(callback.set(std::function<Answers>()), std::invalid_argument);
  EXPECT_THROW(callback.set(static_cast<Answers*>(nullptr)), std::invalid_argument);
  callback.set([](SetBool::Request::SharedPtr asked, SetBool::Response::SharedPtr answer) {
    answer->success = asked->data;
  });
  EXPECT_TRUE(callback.dispatch(nullptr, id, request)->success);
  bool deferred = false;
  callback.set(
      [&](std::shared_ptr<rmw_request_id_t>, SetBool::Request::SharedPtr) { deferred = true; });
  EXPECT_EQ(callback.dispatch(nullptr, id, request), nullptr);
  EXPECT_TRUE(deferred);
  EXPECT_THROW(
      callback.set(
          std::function<void(SetBool::Request::SharedPtr, SetBool::Response::SharedPtr)>()),
      std::invalid_argument);
}

TEST_F(Corners, CallbacksOfSubscriptionsAreDispatchedByHand) {
  rclcpp::AnySubscriptionCallback<String> callback;
  const auto message = std::make_shared<String>();
  message->data = "x";
  EXPECT_THROW(callback.dispatch(message, {}), std::runtime_error);
  const String* seen = nullptr;
  callback.set([&](const String& one) { seen = &one; });
  callback.dispatch(message, {});
  EXPECT_EQ(seen, message.get());
  // Its own: one that is shared is copied, one that is handed over is not.
  callback.set([&](String::UniquePtr one) { seen = one.get(); });
  callback.dispatch_intra_process(std::shared_ptr<const String>(message), {});
  EXPECT_NE(seen, message.get());
  auto own = std::make_unique<String>();
  const String* const handed_over = own.get();
  callback.dispatch_intra_process(std::move(own), {});
  EXPECT_EQ(seen, handed_over);
  EXPECT_FALSE(callback.is_serialized_message_callback());
  callback.set([](const rclcpp::SerializedMessage&) {});
  EXPECT_TRUE(callback.is_serialized_message_callback());
  EXPECT_THROW(callback.dispatch(message, {}), std::runtime_error);
  using Serialized = void(std::shared_ptr<rclcpp::SerializedMessage>);
  static_assert(rclcpp::subscription_traits::is_serialized_callback<Serialized>::value);
  static_assert(rclcpp::node_interfaces::has_node_base_interface<rclcpp::Node>::value);
  static_assert(!rclcpp::node_interfaces::has_node_base_interface<String>::value);
}

TEST_F(Corners, ParametersInCBecomeAMap) {
  const auto text = [](const rcutils_allocator_t& from, const char* chars) {
    auto* const made = static_cast<char*>(from.allocate(std::strlen(chars) + 1, from.state));
    std::strcpy(made, chars);
    return made;
  };
  EXPECT_THROW(rclcpp::parameter_map_from(nullptr), rclcpp::exceptions::InvalidParametersException);
  rcl_params_t* const params = rcl_yaml_node_struct_init(rcutils_get_default_allocator());
  ASSERT_NE(params, nullptr);
  const rcutils_allocator_t memory = params->allocator;
  params->num_nodes = 2;
  for (int i = 0; i < 2; ++i) {
    params->node_names[i] = text(memory, i == 0 ? "arm" : "/**");
    auto& node = params->params[i];
    node.num_params = 1;
    node.parameter_names = static_cast<char**>(memory.allocate(sizeof(char*), memory.state));
    node.parameter_values =
        static_cast<rcl_variant_t*>(memory.zero_allocate(1, sizeof(rcl_variant_t), memory.state));
    node.parameter_names[0] = text(memory, i == 0 ? "joints" : "rate");
  }
  EXPECT_THROW(rclcpp::parameter_map_from(params),
               rclcpp::exceptions::InvalidParameterValueException);
  auto* const joints =
      static_cast<std::int64_t*>(memory.allocate(sizeof(std::int64_t), memory.state));
  *joints = 6;
  params->params[0].parameter_values[0].integer_value = joints;
  params->params[1].parameter_values[0].string_value = text(memory, "fast");
  const rclcpp::ParameterMap map = rclcpp::parameter_map_from(params);
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map.at("/arm").at(0).as_int(), 6);
  EXPECT_EQ(map.at("/**").at(0).as_string(), "fast");
  const rclcpp::ParameterMap of_arm = rclcpp::parameter_map_from(params, "/arm");
  ASSERT_EQ(of_arm.size(), 1U);
  EXPECT_EQ(of_arm.at("/arm").size(), 2U);
  EXPECT_EQ(rclcpp::parameter_map_from(params, "/leg").at("/leg").size(), 1U);
  rcl_yaml_node_struct_fini(params);
}

TEST_F(Corners, StatisticsAreMeasuredByHand) {
  auto node = std::make_shared<rclcpp::Node>("n");
  using rclcpp::topic_statistics::MetricsMessage;
  using rclcpp::topic_statistics::SubscriptionTopicStatistics;
  EXPECT_THROW(SubscriptionTopicStatistics("n", nullptr), std::invalid_argument);
  std::vector<std::string> heard;
  auto subscription = node->create_subscription<MetricsMessage>(
      "s", 10, [&](const MetricsMessage& message) { heard.emplace_back(message.metrics_source); });
  SubscriptionTopicStatistics statistics("n", node->create_publisher<MetricsMessage>("s", 10));
  rmw_message_info_t info = rmw_get_zero_initialized_message_info();
  info.source_timestamp = 1'000'000;
  statistics.handle_message(info, rclcpp::Time(3'000'000));
  statistics.publish_message_and_reset_measurements();
  ASSERT_TRUE(spin_until({node}, [&] { return heard.size() == 2; }));
  EXPECT_EQ(heard[0], "message_age");
  EXPECT_EQ(heard[1], "message_period");
  rclcpp::MessageInfo of_message(info);
  EXPECT_EQ(of_message.source_timestamp_ns, 1'000'000);
}

}  // namespace
