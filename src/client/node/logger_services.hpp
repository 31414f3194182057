// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/namespaces.hpp>

namespace rclcpp {
class ServiceBase;
namespace node_interfaces {
class NodeServicesInterface;
}
}  // namespace rclcpp

namespace baton::client {

/// ~/get_logger_levels and ~/set_logger_levels of a node: the levels of this process's loggers, by
/// their names. Run by the node's executor.
class LoggerServices {
 public:
  explicit LoggerServices(node_interfaces::NodeServicesInterface& services);

 private:
  const std::shared_ptr<ServiceBase> get_;
  const std::shared_ptr<ServiceBase> set_;
};

}  // namespace baton::client
