// SPDX-License-Identifier: Apache-2.0
// The classes of rclcpp_components as programs of ROS 2 use and extend them.
#include <rclcpp_components/component_manager.hpp>
#include <rclcpp_components/component_manager_isolated.hpp>
#include <rclcpp_components/visibility_control.hpp>

#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::ElementsAre;

/// Knows its components by itself, and counts what it is asked.
class OwnManager : public rclcpp_components::ComponentManager {
 public:
  OwnManager(const std::weak_ptr<rclcpp::Executor>& executor, const rclcpp::NodeOptions& options)
      : ComponentManager(executor, "OwnManager", options) {}
  ~OwnManager() override { unload_all(); }

  std::vector<ComponentResource> get_component_resources(
      const std::string& package_name, const std::string& resource_index) const override {
    EXPECT_EQ(resource_index, "rclcpp_components");
    return {{package_name + "::Plain", library("test_plain_components")}};
  }
  std::shared_ptr<rclcpp_components::NodeFactory> create_component_factory(
      const ComponentResource& resource) override {
    asked.push_back("factory");
    return ComponentManager::create_component_factory(resource);
  }

  std::vector<std::string> asked;

 protected:
  rclcpp::NodeOptions create_node_options(
      const std::shared_ptr<LoadNode::Request> request) override {
    asked.push_back("options");
    return ComponentManager::create_node_options(request);
  }
  void add_node_to_executor(std::uint64_t node_id) override {
    asked.push_back("add " + std::to_string(node_id));
    ComponentManager::add_node_to_executor(node_id);
  }
  void remove_node_from_executor(std::uint64_t node_id) override {
    asked.push_back("remove " + std::to_string(node_id));
    ComponentManager::remove_node_from_executor(node_id);
  }
  void on_list_nodes(const std::shared_ptr<rmw_request_id_t> header,
                     const std::shared_ptr<ListNodes::Request> request,
                     std::shared_ptr<ListNodes::Response> response) override {
    asked.push_back("list");
    ComponentManager::on_list_nodes(header, request, response);
  }
};

class ManagerApi : public ComponentTest {
 protected:
  rclcpp::NodeOptions options() const { return rclcpp::NodeOptions().context(context_); }
};

TEST_F(ManagerApi, IsExtendedAsInRos) {
  auto manager = std::make_shared<OwnManager>(executor_, options());
  executor_->add_node(manager);
  manager_ = "/OwnManager";
  const auto made = load("Plain", "test_components");
  ASSERT_TRUE(made.success) << made.error_message.c_str();
  EXPECT_THAT(list().full_node_names, ElementsAre("/plain"));
  EXPECT_TRUE(unload(made.unique_id).success);
  EXPECT_THAT(manager->asked, ElementsAre("options", "factory", "add 1", "list", "remove 1"));
  executor_->remove_node(manager);
}

TEST_F(ManagerApi, FactoriesAreFoundByClassAndMakeNodes) {
  rclcpp_components::ComponentManager manager(executor_, "manager", options());
  const std::string path = library("test_plain_components");
  const auto factory = manager.create_component_factory({"test_components::OnlyInterface", path});
  ASSERT_TRUE(factory);
  rclcpp_components::NodeInstanceWrapper wrapper = factory->create_node_instance(options());
  EXPECT_STREQ(wrapper.get_node_base_interface()->get_name(), "only_interface");
  EXPECT_TRUE(wrapper.get_node_instance());
  EXPECT_FALSE(manager.create_component_factory({"test_components::Nobody", path}));
  EXPECT_THROW(manager.create_component_factory({"x::Y", "/nowhere/libx.so"}),
               rclcpp_components::ComponentManagerException);
  EXPECT_THROW(manager.get_component_resources("no_such_package"),
               rclcpp_components::ComponentManagerException);
}

TEST_F(ManagerApi, WithoutAnExecutorNothingIsLoaded) {
  auto manager = std::make_shared<rclcpp_components::ComponentManager>(
      std::weak_ptr<rclcpp::Executor>(), "manager", options());
  executor_->add_node(manager);
  manager_ = "/manager";
  const testing::ScopedVariable path("AMENT_PREFIX_PATH", prefix());
  EXPECT_THAT(std::string(load("Plain").error_message),
              ::testing::HasSubstr("the container has no executor"));
  manager->set_executor(executor_);
  EXPECT_TRUE(load("Plain").success);
  executor_->remove_node(manager);
}

TEST_F(ManagerApi, IsolatedComponentsGoWithTheirManager) {
  auto manager = std::make_shared<
      rclcpp_components::ComponentManagerIsolated<rclcpp::executors::MultiThreadedExecutor>>(
      executor_, "manager", options());
  executor_->add_node(manager);
  manager_ = "/manager";
  const testing::ScopedVariable path("AMENT_PREFIX_PATH", prefix());
  EXPECT_TRUE(load("Talker").success);
  EXPECT_TRUE(load("Plain").success);
  EXPECT_TRUE(spin_until([&] { return node_->count_publishers("/chatter") == 1; }));
  executor_->remove_node(manager);
  manager.reset();
  EXPECT_EQ(node_->count_publishers("/chatter"), 0u);
}

}  // namespace
}  // namespace baton::components
