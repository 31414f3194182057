// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/logger.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>

namespace rclcpp::node_interfaces {

class NodeServicesInterface;

/// A node's logger, what it publishes on /rosout, and the services that set its levels.
class BATON_PUBLIC NodeLoggingInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeLoggingInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeLoggingInterface>;
  using WeakPtr = std::weak_ptr<NodeLoggingInterface>;

  /// Publishes on /rosout if the node's options say so.
  explicit NodeLoggingInterface(const NodeBaseInterface::SharedPtr& node);
  ~NodeLoggingInterface();

  Logger get_logger() const { return logger_; }
  const char* get_logger_name() const { return logger_.get_name(); }
  /// ~/get_logger_levels and ~/set_logger_levels, as rcl_interfaces describes them.
  void create_logger_services(const std::shared_ptr<NodeServicesInterface>& services);

 private:
  struct Rosout;
  struct Services;
  const NodeBaseInterface::SharedPtr node_;
  const Logger logger_;
  std::unique_ptr<Rosout> rosout_;
  std::unique_ptr<Services> services_;
};

}  // namespace rclcpp::node_interfaces
