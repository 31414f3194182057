// SPDX-License-Identifier: Apache-2.0
// Components that do what they should not.
#include <fcntl.h>
#include <unistd.h>

#include <composition_interfaces/srv/unload_node.hpp>
#include <cstdlib>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <stdexcept>

namespace test_components {

using std_srvs::srv::Trigger;

/// Until another process opens the other end of the FIFO.
void stay(const std::string& fifo) {
  const int fd = open(fifo.c_str(), O_RDONLY);
  if (fd >= 0) close(fd);
}

class Throws : public rclcpp::Node {
 public:
  explicit Throws(const rclcpp::NodeOptions& options) : Node("throws", options) {
    throw std::runtime_error("there is no camera");
  }
};

class StaysInConstructor : public rclcpp::Node {
 public:
  explicit StaysInConstructor(const rclcpp::NodeOptions& options) : Node("stays", options) {
    stay(declare_parameter("fifo", std::string()));
  }
};

class NoNode {
 public:
  explicit NoNode(const rclcpp::NodeOptions&) {}
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const {
    return nullptr;
  }
};

/// Does what its services are called.
class Wicked : public rclcpp::Node {
 public:
  explicit Wicked(const rclcpp::NodeOptions& options)
      : Node("wicked", options),
        fifo_(declare_parameter("fifo", std::string())),
        own_group_(create_callback_group(rclcpp::CallbackGroupType::Reentrant)),
        unload_(create_client<composition_interfaces::srv::UnloadNode>(
            "/ComponentManager/_container/unload_node", rclcpp::ServicesQoS(), own_group_)) {
    serve("crash", [] { std::abort(); });
    serve("throw", [] { throw std::runtime_error("a callback threw"); });
    serve("stay", [this] {
      stay(fifo_);
      RCLCPP_WARN(get_logger(), "stayed, and still see %s", fifo_.c_str());
    });
    serve("leave", [this] { ask_to_be_unloaded(); });
    serve("leave_and_wait", [this] {
      ask_to_be_unloaded().wait_for(std::chrono::milliseconds(1500));
      RCLCPP_WARN(get_logger(), "waited, and still see %s", fifo_.c_str());
    });
  }
  ~Wicked() override { RCLCPP_WARN(get_logger(), "destroyed"); }

 private:
  template <class Work>
  void serve(const std::string& name, Work work) {
    services_.push_back(create_service<Trigger>(
        "~/" + name,
        [work](const std::shared_ptr<Trigger::Request>, std::shared_ptr<Trigger::Response> answer) {
          work();
          answer->success = true;
        }));
  }

  /// Asks the container to unload this very node, which has no executor when the answer comes.
  rclcpp::Client<composition_interfaces::srv::UnloadNode>::FutureAndRequestId ask_to_be_unloaded() {
    using composition_interfaces::srv::UnloadNode;
    unload_->wait_for_service();
    auto request = std::make_shared<UnloadNode::Request>();
    request->unique_id = 1;
    return unload_->async_send_request(request);
  }

  const std::string fifo_;
  rclcpp::CallbackGroup::SharedPtr own_group_;
  rclcpp::Client<composition_interfaces::srv::UnloadNode>::SharedPtr unload_;
  std::vector<rclcpp::Service<Trigger>::SharedPtr> services_;
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Throws)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::StaysInConstructor)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::NoNode)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Wicked)
