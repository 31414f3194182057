// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// The services by which other nodes read and set a node's parameters: ~/describe_parameters,
/// ~/get_parameter_types, ~/get_parameters, ~/list_parameters, ~/set_parameters and
/// ~/set_parameters_atomically, in the node's default callback group. A node makes them itself,
/// unless NodeOptions::start_parameter_services(false).
class BATON_PUBLIC ParameterService {
 public:
  using SharedPtr = std::shared_ptr<ParameterService>;
  using ConstSharedPtr = std::shared_ptr<const ParameterService>;
  using WeakPtr = std::weak_ptr<ParameterService>;
  using UniquePtr = std::unique_ptr<ParameterService>;

  /// A service that runs may outlive `parameters`. Throws exceptions::Error.
  ParameterService(const std::shared_ptr<node_interfaces::NodeBaseInterface>& node_base,
                   const std::shared_ptr<node_interfaces::NodeServicesInterface>& node_services,
                   node_interfaces::NodeParametersInterface* parameters,
                   const QoS& qos = ParametersQoS());
  ~ParameterService();
  ParameterService(const ParameterService&) = delete;
  ParameterService& operator=(const ParameterService&) = delete;

 private:
  std::vector<std::shared_ptr<void>> services_;
};

}  // namespace rclcpp
