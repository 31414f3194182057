// SPDX-License-Identifier: Apache-2.0
// Parameters as ROS packages declare, watch and set them.
#include <string>
#include <vector>

#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;
using std::placeholders::_1;

namespace {

class ParametersOfNodes : public RosTest {};

class Controller : public rclcpp::Node {
 public:
  explicit Controller(const rclcpp::NodeOptions& options = rclcpp::NodeOptions())
      : Node("controller", options) {
    auto descriptor = rcl_interfaces::msg::ParameterDescriptor{};
    descriptor.description = "how fast it may go";
    rcl_interfaces::msg::FloatingPointRange range;
    range.from_value = 0.0;
    range.to_value = 5.0;
    descriptor.floating_point_range.push_back(range);
    this->declare_parameter("max_speed", 1.0, descriptor);
    frame_ = declare_parameter<std::string>("frame_id", "base");
    gains_ = declare_parameter("gains", std::vector<double>{1.0, 0.5});
    declare_parameter("enabled", true);
    rate_ = static_cast<int>(declare_parameter<int>("rate", 50));
    on_set_ =
        this->add_on_set_parameters_callback(std::bind(&Controller::parameters_callback, this, _1));
  }
  std::string frame_;
  std::vector<double> gains_;
  int rate_ = 0;
  double speed_ = 0;

 private:
  rcl_interfaces::msg::SetParametersResult parameters_callback(
      const std::vector<rclcpp::Parameter>& parameters) {
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = true;
    for (const auto& param : parameters) {
      if (param.get_name() == "max_speed" &&
          param.get_type() == rclcpp::ParameterType::PARAMETER_DOUBLE) {
        if (param.as_double() > 3.0) {
          result.successful = false;
          result.reason = "too fast for this room";
        } else {
          speed_ = param.as_double();
        }
      }
    }
    return result;
  }
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
};

TEST_F(ParametersOfNodes, AreDeclaredReadAndWatched) {
  auto node = std::make_shared<Controller>();
  EXPECT_EQ(node->get_parameter("max_speed").as_double(), 1.0);
  double speed = 0;
  EXPECT_TRUE(node->get_parameter("max_speed", speed));
  EXPECT_EQ(speed, 1.0);
  EXPECT_EQ(node->gains_, (std::vector<double>{1.0, 0.5}));
  EXPECT_EQ(node->get_parameter("enabled").get_value<bool>(), true);
  int missing = 0;
  EXPECT_FALSE(node->get_parameter_or("missing", missing, 7));
  EXPECT_EQ(missing, 7);

  EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("max_speed", 2.5)).successful);
  EXPECT_EQ(node->speed_, 2.5);
  const auto refused = node->set_parameter(rclcpp::Parameter("max_speed", 4.0));
  EXPECT_FALSE(refused.successful);
  EXPECT_EQ(refused.reason, "too fast for this room");
  EXPECT_FALSE(node->set_parameter({"max_speed", 6.0}).successful);
  std::vector<rclcpp::Parameter> all_new_parameters{rclcpp::Parameter("rate", 10),
                                                    rclcpp::Parameter("frame_id", "odom")};
  for (const auto& result : node->set_parameters(all_new_parameters)) {
    EXPECT_TRUE(result.successful);
  }
  EXPECT_EQ(node->get_parameter("frame_id").as_string(), "odom");
  EXPECT_THROW(node->declare_parameter("rate", 1),
               rclcpp::exceptions::ParameterAlreadyDeclaredException);
  EXPECT_THROW(node->get_parameter("missing"), rclcpp::exceptions::ParameterNotDeclaredException);
  EXPECT_THROW(node->get_parameter("rate").as_string(), rclcpp::ParameterTypeException);
}

TEST_F(ParametersOfNodes, AreOverriddenByOptionsAndArguments) {
  rclcpp::NodeOptions options;
  options.parameter_overrides({{"frame_id", "map"}, {"rate", 20}})
      .append_parameter_override("enabled", false)
      .arguments({"--ros-args", "-p", "max_speed:=2.0"});
  auto node = std::make_shared<Controller>(options);
  EXPECT_EQ(node->frame_, "map");
  EXPECT_EQ(node->rate_, 20);
  EXPECT_FALSE(node->get_parameter("enabled").as_bool());
  EXPECT_EQ(node->get_parameter("max_speed").as_double(), 2.0);
}

TEST_F(ParametersOfNodes, AreReadAndSetInOtherNodes) {
  auto node = std::make_shared<Controller>();
  auto user = std::make_shared<rclcpp::Node>("user");
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });

  auto parameters_client = rclcpp::SyncParametersClient::make_shared(user, "controller");
  EXPECT_TRUE(
      rclcpp::AsyncParametersClient::make_shared(user, "controller")->wait_for_service(10s));
  ASSERT_TRUE(parameters_client->wait_for_service(20s));
  auto results = parameters_client->set_parameters({rclcpp::Parameter("rate", 5)});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_EQ(parameters_client->get_parameter<int>("rate"), 5);
  EXPECT_TRUE(parameters_client->has_parameter("frame_id"));
  for (auto& parameter : parameters_client->get_parameters({"frame_id", "enabled"})) {
    EXPECT_FALSE(parameter.value_to_string().empty());
  }
  executor.cancel();
  spinning.join();
}

TEST_F(ParametersOfNodes, OfOtherNodesAreWatched) {
  auto node = std::make_shared<Controller>();
  auto watcher = std::make_shared<rclcpp::Node>("watcher");
  auto handler = std::make_shared<rclcpp::ParameterEventHandler>(watcher);
  std::int64_t seen = 0;
  auto handle = handler->add_parameter_callback(
      "rate", [&](const rclcpp::Parameter& p) { seen = p.as_int(); }, "/controller");
  int rate = 100;
  EXPECT_TRUE(spin_until({watcher, node}, [&] {
    if (seen == 0) node->set_parameter(rclcpp::Parameter("rate", rate++));
    return seen >= 100;
  }));
}

}  // namespace
