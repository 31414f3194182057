// SPDX-License-Identifier: Apache-2.0
#include <baton/generic_publisher.hpp>

#include <utility>

#include <baton/find_type.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/type_name.hpp>

#include "client/types/known_type.hpp"

namespace rclcpp {

GenericPublisher::GenericPublisher(const EndpointHome& home, const std::string& topic,
                                   const std::string& type_name, const QoS& qos,
                                   const PublisherOptionsBase& options)
    : GenericPublisher(home, topic, find_message_type(type_name), qos, options) {}

GenericPublisher::GenericPublisher(node_interfaces::NodeBaseInterface* node_base,
                                   std::shared_ptr<rcpputils::SharedLibrary> library,
                                   const std::string& topic, const std::string& type_name,
                                   const QoS& qos, const PublisherOptionsBase& options)
    : GenericPublisher(EndpointHome(*node_base), topic, type_name, qos, options) {
  library_ = std::move(library);
}

GenericPublisher::GenericPublisher(const EndpointHome& home, const std::string& topic,
                                   const msg::TypeSupport& type, const QoS& qos,
                                   const PublisherOptionsBase& options)
    : PublisherBase(home, topic, qos, type_identity(type), client::KnownType::of(type).object(),
                    options) {}

}  // namespace rclcpp
