// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <baton/endpoint_home.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/publisher.hpp>
#include <baton/publisher_options.hpp>
#include <baton/qos.hpp>
#include <baton/serialized_message.hpp>
#include <baton/visibility.hpp>

namespace rcpputils {
class SharedLibrary;
}

namespace rclcpp {

/// Publishes serialized messages of a type that is known by its name only. Made by
/// create_generic_publisher(). Thread safety: all members.
class BATON_PUBLIC GenericPublisher : public PublisherBase {
 public:
  using SharedPtr = std::shared_ptr<GenericPublisher>;
  using ConstSharedPtr = std::shared_ptr<const GenericPublisher>;
  using WeakPtr = std::weak_ptr<GenericPublisher>;
  using UniquePtr = std::unique_ptr<GenericPublisher>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<GenericPublisher>(std::forward<Arguments>(arguments)...);
  }

  /// Looks for the type: see find_type.hpp. Throws std::runtime_error when it is not found,
  /// exceptions::Error and exceptions::InvalidTopicNameError.
  GenericPublisher(const EndpointHome& home, const std::string& topic, const std::string& type_name,
                   const QoS& qos, const PublisherOptionsBase& options = {});
  /// As rclcpp has it. The library is not needed, as the type stays loaded; it is kept as long as
  /// this publisher.
  GenericPublisher(node_interfaces::NodeBaseInterface* node_base,
                   std::shared_ptr<rcpputils::SharedLibrary> library, const std::string& topic,
                   const std::string& type_name, const QoS& qos,
                   const PublisherOptionsBase& options = {});

  /// Decodes the bytes into a loan, so that subscriptions of the type get it as from any publisher.
  /// Blocks as Publisher::publish(). Throws exceptions::RCLInvalidArgument if the bytes are no
  /// message of the type.
  void publish(const SerializedMessage& message) { publish_serialized(message); }
  /// The same: every message is made in a loan.
  void publish_as_loaned_msg(const SerializedMessage& message) { publish_serialized(message); }

 private:
  GenericPublisher(const EndpointHome& home, const std::string& topic, const msg::TypeSupport& type,
                   const QoS& qos, const PublisherOptionsBase& options);

  std::shared_ptr<rcpputils::SharedLibrary> library_;
};

}  // namespace rclcpp
