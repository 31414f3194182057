// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_clock_interface.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {
class TimeSource;
}

namespace rclcpp::node_interfaces {

/// Lets a node's clock follow /clock while its parameter use_sim_time is true.
class BATON_PUBLIC NodeTimeSourceInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeTimeSourceInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeTimeSourceInterface>;
  using WeakPtr = std::weak_ptr<NodeTimeSourceInterface>;

  /// Declares use_sim_time unless it is declared.
  NodeTimeSourceInterface(const NodeBaseInterface::SharedPtr& node,
                          const NodeParametersInterface::SharedPtr& parameters,
                          const NodeClockInterface::SharedPtr& clock);
  ~NodeTimeSourceInterface();

 private:
  std::shared_ptr<TimeSource> time_source_;
};

}  // namespace rclcpp::node_interfaces
