// SPDX-License-Identifier: Apache-2.0
#include <baton/generic_subscription.hpp>

#include <baton/find_type.hpp>
#include <baton/serialization.hpp>
#include <baton/type_name.hpp>

namespace rclcpp {

GenericSubscription::GenericSubscription(const EndpointHome& home, const std::string& topic,
                                         const std::string& type_name, const QoS& qos,
                                         Callback callback, const SubscriptionOptionsBase& options)
    : GenericSubscription(home, topic, find_message_type(type_name), qos, std::move(callback),
                          options) {}

GenericSubscription::GenericSubscription(const EndpointHome& home, const std::string& topic,
                                         const msg::TypeSupport& type, const QoS& qos,
                                         Callback callback, const SubscriptionOptionsBase& options)
    : SubscriptionBase(home, topic, qos, type_identity(type), options),
      message_type_(type),
      callback_(std::move(callback)) {}

void GenericSubscription::deliver(SampleHandle&& sample) {
  const SampleHandle held = std::move(sample);
  auto message = create_serialized_message();
  SerializationBase(message_type_).serialize_message(held.data(), message.get());
  callback_(std::move(message), held.info());
}

std::shared_ptr<SerializedMessage> GenericSubscription::create_serialized_message() {
  return std::make_shared<SerializedMessage>();
}

void GenericSubscription::handle_message(std::shared_ptr<void>& message, const MessageInfo& info) {
  callback_(std::static_pointer_cast<SerializedMessage>(message), info);
}

void GenericSubscription::handle_serialized_message(
    const std::shared_ptr<SerializedMessage>& message, const MessageInfo& info) {
  callback_(message, info);
}

}  // namespace rclcpp
