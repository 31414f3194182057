// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <baton/adapted_type.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/loaned_message.hpp>
#include <baton/namespaces.hpp>
#include <baton/publisher.hpp>
#include <baton/publisher_options.hpp>
#include <baton/qos.hpp>
#include <baton/serialized_message.hpp>
#include <baton/type_adapter.hpp>

namespace rclcpp {

/// Publishes objects of a user's type, or messages of the type that they stand for: see
/// type_adapter.hpp. Made by create_publisher(). Thread safety: all members.
template <class M, class Allocator>
class Publisher<M, Allocator, std::enable_if_t<is_adapted_v<M>>> : public PublisherBase {
  using Adapter = TypeAdapter<M>;

 public:
  using MessageT = M;
  using PublishedType = typename Adapter::custom_type;
  using ROSMessageType = typename Adapter::ros_message_type;
  using SharedPtr = std::shared_ptr<Publisher>;
  using ConstSharedPtr = std::shared_ptr<const Publisher>;
  using WeakPtr = std::weak_ptr<Publisher>;
  using UniquePtr = std::unique_ptr<Publisher>;

  Publisher(const EndpointHome& home, const std::string& topic, const QoS& qos,
            const PublisherOptionsBase& options = {})
      : PublisherBase(home, topic, qos, detail::adapted_identity<Adapter>(),
                      object_type<ROSMessageType>(), options) {}

  /// Hands the object over to subscriptions of this process that take its type; for others it is
  /// converted once. Nothing is lost when it throws. Blocks as publishing a message does.
  void publish(std::unique_ptr<PublishedType> object) {
    if (!object) throw std::invalid_argument("publish: the object is a null pointer");
    if (!has_reader_of_objects()) return publish_converted(object.get());
    publish_adapted(object.get());
    (void)object.release();
  }

  /// Converts the object into a loan, once. If a subscription of this process takes the type, it
  /// gets a copy of the object instead.
  void publish(const PublishedType& object) {
    if constexpr (std::is_copy_constructible_v<PublishedType>) {
      if (has_reader_of_objects()) return publish(std::make_unique<PublishedType>(object));
    }
    publish_converted(&object);
  }

  /// As a publisher of the ROS type does.
  void publish(std::unique_ptr<ROSMessageType> message) {
    if (!message) throw std::invalid_argument("publish: the message is a null pointer");
    publish_object(message.get());
    (void)message.release();
  }
  void publish(const ROSMessageType& message) { publish_copy(&message); }
  void publish(const SerializedMessage& message) { publish_serialized(message); }

  /// A loan is a message of the ROS type: the memory is what readers elsewhere see.
  LoanedMessage<ROSMessageType> borrow_loaned_message() {
    if (can_loan_messages()) {
      if (LoanHandle handle = borrow(sizeof(ROSMessageType)); handle.data() != nullptr) {
        return LoanedMessage<ROSMessageType>(std::move(handle));
      }
    }
    return LoanedMessage<ROSMessageType>(std::make_unique<ROSMessageType>());
  }
  void publish(LoanedMessage<ROSMessageType>&& message) {
    if (std::unique_ptr<ROSMessageType> own = message.take_own()) return publish(std::move(own));
    hand_over(message.handle(), sizeof(ROSMessageType));
  }
};

}  // namespace rclcpp
