// SPDX-License-Identifier: Apache-2.0
// What rclcpp has on the parts of nodes, contexts, executors and times beyond everyday code.
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/allocator/allocator_deleter.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/node_interfaces/node_clock.hpp"
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/strategies/allocator_memory_strategy.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

using String = std_msgs::msg::String;
using SetBool = std_srvs::srv::SetBool;

class PartsOfNodes : public RosTest {};

TEST_F(PartsOfNodes, MakeEveryEntity) {
  auto node = std::make_shared<rclcpp::Node>("n", "ns");
  auto base = node->get_node_base_interface();
  auto topics = node->get_node_topics_interface();
  auto parameters = node->get_node_parameters_interface();
  auto publisher = rclcpp::create_publisher<String>(parameters, topics, "t", rclcpp::QoS(1));
  int heard = 0;
  auto subscription = rclcpp::create_subscription<String>(parameters, topics, "t", rclcpp::QoS(1),
                                                          [&](String::ConstSharedPtr) { ++heard; });
  EXPECT_STREQ(publisher->get_topic_name(), "/ns/t");
  int fired = 0;
  auto timer = rclcpp::create_timer(base, node->get_node_timers_interface(), node->get_clock(),
                                    rclcpp::Duration(1ms), [&] { ++fired; });
  auto service = rclcpp::create_service<SetBool>(
      base, node->get_node_services_interface(), "s",
      [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {},
      rmw_qos_profile_services_default, nullptr);
  auto client = rclcpp::create_client<SetBool>(base, node->get_node_graph_interface(),
                                               node->get_node_services_interface(), "s",
                                               rmw_qos_profile_services_default, nullptr);
  publisher->publish(String());
  EXPECT_TRUE(spin_until({node}, [&] { return heard > 0 && fired > 0; }));
  EXPECT_TRUE(client->wait_for_service(20s));
}

TEST_F(PartsOfNodes, AreAllOrNoneInNodeInterfaces) {
  auto node = std::make_shared<rclcpp::Node>("n");
  rclcpp::node_interfaces::NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES> parts;
  EXPECT_EQ(parts.get_node_base_interface(), nullptr);
  parts = rclcpp::node_interfaces::NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES>(*node);
  EXPECT_STREQ(parts.get_node_base_interface()->get_name(), "n");
  EXPECT_NE(parts.get_node_type_descriptions_interface(), nullptr);
  EXPECT_NE(
      dynamic_cast<rclcpp::node_interfaces::NodeClock*>(node->get_node_clock_interface().get()),
      nullptr);
}

TEST_F(PartsOfNodes, DescribeTheTypesOfTheirMessages) {
  using Describe = type_description_interfaces::srv::GetTypeDescription;
  auto node = std::make_shared<rclcpp::Node>("n", "ns");
  auto publisher = node->create_publisher<String>("t", 1);
  auto client = node->create_client<Describe>("/ns/n/get_type_description");
  ASSERT_TRUE(client->wait_for_service(20s));
  auto request = std::make_shared<Describe::Request>();
  request->type_name = "std_msgs/msg/String";
  auto future = client->async_send_request(request);
  ASSERT_TRUE(spin_until({node}, [&] { return future.wait_for(0s) == std::future_status::ready; }));
  auto response = future.get();
  ASSERT_TRUE(response->successful) << response->failure_reason;
  EXPECT_EQ(response->type_description.type_description.type_name, "std_msgs/msg/String");
  ASSERT_EQ(response->type_description.type_description.fields.size(), 1u);
  EXPECT_EQ(response->type_description.type_description.fields[0].name, "data");
  request->type_name = "std_msgs/msg/NoSuchType";
  auto refused = client->async_send_request(request);
  ASSERT_TRUE(
      spin_until({node}, [&] { return refused.wait_for(0s) == std::future_status::ready; }));
  response = refused.get();
  EXPECT_FALSE(response->successful);
  EXPECT_FALSE(response->failure_reason.empty());
}

TEST_F(PartsOfNodes, DescribeNothingIfTheParameterSaysSo) {
  auto node = std::make_shared<rclcpp::Node>("n", rclcpp::NodeOptions().append_parameter_override(
                                                      "start_type_description_service", false));
  EXPECT_FALSE(node->get_parameter("start_type_description_service").as_bool());
  EXPECT_EQ(node->count_services("/n/get_type_description"), 0u);
  EXPECT_FALSE(
      node->set_parameter(rclcpp::Parameter("start_type_description_service", true)).successful);
}

TEST_F(PartsOfNodes, CopyTheirParameters) {
  auto from = std::make_shared<rclcpp::Node>("from");
  auto to = std::make_shared<rclcpp::Node>("to");
  from->declare_parameter("new", "value");
  from->declare_parameter("both", 1);
  to->declare_parameter("both", 2);
  rclcpp::copy_all_parameter_values(from, to);
  EXPECT_EQ(to->get_parameter("new").as_string(), "value");
  EXPECT_EQ(to->get_parameter("both").as_int(), 2);
  rclcpp::copy_all_parameter_values(from, to, true);
  EXPECT_EQ(to->get_parameter("both").as_int(), 1);
}

TEST_F(PartsOfNodes, NameTheParameterThatHasAnotherType) {
  auto node = std::make_shared<rclcpp::Node>("n");
  node->declare_parameter("rate", 10);
  try {
    (void)node->get_parameter("rate").get_value<std::string>();
    FAIL();
  } catch (const rclcpp::exceptions::InvalidParameterTypeException& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("parameter 'rate' has invalid type"));
  }
}

TEST_F(PartsOfNodes, ListNodesWithEnclaves) {
  auto node = std::make_shared<rclcpp::Node>("n", "ns");
  const auto nodes = node->get_node_graph_interface()->get_node_names_with_enclaves();
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes[0], std::make_tuple("n", "/ns", "/"));
}

TEST_F(PartsOfNodes, ContextsListTheirCallbacks) {
  auto context = rclcpp::Context::make_shared();
  context->init(0, nullptr);
  int called = 0;
  context->add_on_shutdown_callback([&] { ++called; });
  context->add_pre_shutdown_callback([&] { called += 10; });
  ASSERT_EQ(context->get_on_shutdown_callbacks().size(), 1u);
  ASSERT_EQ(context->get_pre_shutdown_callbacks().size(), 1u);
  context->get_on_shutdown_callbacks()[0]();
  EXPECT_EQ(called, 1);
  context->shutdown("end");
  EXPECT_EQ(called, 12);
}

TEST_F(PartsOfNodes, GroupsHaveAGuardConditionThatDoesNotKeepTheContext) {
  auto context = rclcpp::Context::make_shared();
  rclcpp::CallbackGroup group(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  EXPECT_EQ(group.get_notify_guard_condition(), nullptr);
  context->init(0, nullptr);
  ASSERT_NE(group.get_notify_guard_condition(), nullptr);
  EXPECT_EQ(context.use_count(), 1);
  context->shutdown("end");
}

TEST_F(PartsOfNodes, ExecutorsSpinANodeUntilNothingIsLeft) {
  auto node = std::make_shared<rclcpp::Node>("n");
  int heard = 0;
  auto subscription =
      node->create_subscription<String>("t", 10, [&](String::ConstSharedPtr) { ++heard; });
  auto publisher = node->create_publisher<String>("t", 10);
  for (int i = 0; i < 3; ++i) publisher->publish(String());
  rclcpp::ExecutorOptions options;
  // Accepted; the executor says once that it is not used.
  options.memory_strategy = std::make_shared<
      rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<>>();
  rclcpp::executors::SingleThreadedExecutor executor(options);
  ASSERT_TRUE(baton::testing::wait_until([&] {
    executor.spin_node_all(node, 1s);
    return heard == 3;
  }));
  EXPECT_THROW(executor.spin_node_all(node, -1ns), std::invalid_argument);
}

TEST_F(PartsOfNodes, SubscriptionsTakeAMemoryStrategy) {
  auto node = std::make_shared<rclcpp::Node>("n");
  using Strategy = rclcpp::message_memory_strategy::MessageMemoryStrategy<String>;
  const auto strategy = std::make_shared<Strategy>(std::make_shared<std::allocator<void>>());
  auto heard = [](String::ConstSharedPtr) {};
  auto with = node->create_subscription<String>("t", 10, heard, {}, strategy);
  auto without =
      rclcpp::create_subscription<String>(node, "t", 10, heard, {}, Strategy::create_default());
  EXPECT_EQ(node->count_subscribers("t"), 2u);
}

TEST_F(PartsOfNodes, FiltersOfParameterEventsAreAssigned) {
  auto event = std::make_shared<rcl_interfaces::msg::ParameterEvent>();
  event->new_parameters.emplace_back().name = "a";
  using Filter = rclcpp::ParameterEventsFilter;
  Filter filter(event, {"b"}, {Filter::EventType::NEW});
  EXPECT_TRUE(filter.get_events().empty());
  filter = Filter(event, {"a"}, {Filter::EventType::NEW});
  EXPECT_EQ(filter.get_events().size(), 1u);
}

TEST(TimesOfMessages, AreMovedByDurations) {
  const builtin_interfaces::msg::Time start = rclcpp::Time(10, 5);
  const builtin_interfaces::msg::Time later = start + rclcpp::Duration(1, 1);
  EXPECT_EQ(later.sec, 11);
  EXPECT_EQ(later.nanosec, 6u);
  const builtin_interfaces::msg::Time earlier = start - rclcpp::Duration(1, 1);
  EXPECT_EQ(earlier.sec, 9);
  EXPECT_EQ(earlier.nanosec, 4u);
  const builtin_interfaces::msg::Time last = rclcpp::Time::max();
  EXPECT_THROW(last + rclcpp::Duration(1, 0), std::overflow_error);
}

TEST(RclErrors, AreThrownAsTheExceptionOfTheirNumber) {
  rcutils_reset_error();
  EXPECT_THROW(rclcpp::exceptions::throw_from_rcl_error(RCL_RET_ERROR), std::runtime_error);
  EXPECT_THROW(rclcpp::exceptions::throw_from_rcl_error(RCL_RET_OK), std::invalid_argument);
  RCUTILS_SET_ERROR_MSG("broken");
  try {
    rclcpp::exceptions::throw_from_rcl_error(RCL_RET_INVALID_ARGUMENT, "prefix");
  } catch (const rclcpp::exceptions::RCLInvalidArgument& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("prefix: broken, at "));
    EXPECT_EQ(error.message, "broken");
  }
  EXPECT_FALSE(rcutils_error_is_set());
}

TEST(Allocators, AreCalledThroughFunctionsOfC) {
  std::allocator<char> allocator;
  void* const memory =
      rclcpp::allocator::retyped_zero_allocate<std::allocator<char>>(4, 2, &allocator);
  EXPECT_EQ(static_cast<char*>(memory)[7], 0);
  rclcpp::allocator::retyped_deallocate<char, std::allocator<char>>(memory, &allocator);
  EXPECT_THROW(rclcpp::allocator::retyped_allocate<std::allocator<char>>(1, nullptr),
               std::runtime_error);
  std::allocator<int> ints;
  rclcpp::allocator::AllocatorDeleter<std::allocator<int>> deleter(&ints);
  std::unique_ptr<int, decltype(deleter)> owned(
      std::allocator_traits<decltype(ints)>::allocate(ints, 1), deleter);
  EXPECT_EQ(owned.get_deleter().get_allocator(), &ints);
}

TEST(FunctionTraits, SayWhatACallableTakes) {
  namespace traits = rclcpp::function_traits;
  const auto callable = [](int, char) { return 1.0; };
  using Callable = decltype(callable);
  static_assert(traits::arity_comparator<2, Callable>::value);
  static_assert(traits::check_arguments<Callable, int, char>::value);
  static_assert(!traits::check_arguments<Callable, int, int>::value);
  static_assert(traits::same_arguments<Callable, void(int, char)>::value);
  static_assert(std::is_same_v<traits::function_traits<Callable>::return_type, double>);
  static_assert(
      std::is_same_v<traits::as_std_function<Callable>::type, std::function<double(int, char)>>);
}

}  // namespace
