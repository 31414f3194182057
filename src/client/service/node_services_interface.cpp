// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_services_interface.hpp>

#include <baton/client.hpp>
#include <baton/service.hpp>

namespace rclcpp::node_interfaces {

void NodeServicesInterface::add_client(std::shared_ptr<ClientBase> client,
                                       CallbackGroup::SharedPtr group) {
  node_->add_to_group(std::move(client), group);
}

void NodeServicesInterface::add_service(std::shared_ptr<ServiceBase> service,
                                        CallbackGroup::SharedPtr group) {
  node_->add_to_group(std::move(service), group);
}

}  // namespace rclcpp::node_interfaces
