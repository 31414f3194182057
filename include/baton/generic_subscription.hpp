// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <baton/endpoint_home.hpp>
#include <baton/generic_subscription_callback.hpp>
#include <baton/message_info.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/serialized_message.hpp>
#include <baton/subscription.hpp>
#include <baton/subscription_options.hpp>
#include <baton/visibility.hpp>

namespace rcpputils {
class SharedLibrary;
}

namespace rclcpp {

/// Receives messages of a type that is known by its name only, serialized: each is encoded once,
/// when it is taken. Made by create_generic_subscription(). Thread safety: all members.
class BATON_PUBLIC GenericSubscription : public SubscriptionBase {
 public:
  using SharedPtr = std::shared_ptr<GenericSubscription>;
  using ConstSharedPtr = std::shared_ptr<const GenericSubscription>;
  using WeakPtr = std::weak_ptr<GenericSubscription>;
  using UniquePtr = std::unique_ptr<GenericSubscription>;
  using Callback = detail::GenericCallback;

  /// Looks for the type: see find_type.hpp. Throws std::runtime_error when it is not found,
  /// exceptions::Error and exceptions::InvalidTopicNameError.
  GenericSubscription(const EndpointHome& home, const std::string& topic,
                      const std::string& type_name, const QoS& qos, Callback callback,
                      const SubscriptionOptionsBase& options = {});
  /// As rclcpp has it. The library is not needed, as the type stays loaded; it is kept as long as
  /// this subscription.
  template <class F>
  GenericSubscription(node_interfaces::NodeBaseInterface* node_base,
                      std::shared_ptr<rcpputils::SharedLibrary> library, const std::string& topic,
                      const std::string& type_name, const QoS& qos, F&& callback,
                      const SubscriptionOptionsBase& options = {})
      : GenericSubscription(EndpointHome(*node_base), topic, type_name, qos,
                            detail::adapt_generic_callback(std::forward<F>(callback)), options) {
    library_ = std::move(library);
  }

  bool is_serialized() const { return true; }
  std::shared_ptr<void> create_message() override { return create_serialized_message(); }
  std::shared_ptr<SerializedMessage> create_serialized_message();
  /// `message` is a SerializedMessage, here and in handle_message().
  bool take_type_erased(void* message, MessageInfo& info) override {
    return take_serialized(*static_cast<SerializedMessage*>(message), info);
  }
  /// Calls the callback.
  void handle_message(std::shared_ptr<void>& message, const MessageInfo& info) override;
  void handle_serialized_message(const std::shared_ptr<SerializedMessage>& message,
                                 const MessageInfo& info);
  void return_serialized_message(std::shared_ptr<SerializedMessage>& message) { message.reset(); }

 private:
  GenericSubscription(const EndpointHome& home, const std::string& topic,
                      const msg::TypeSupport& type, const QoS& qos, Callback callback,
                      const SubscriptionOptionsBase& options);
  void deliver(SampleHandle&& sample) override;

  const msg::TypeSupport& message_type_;
  const Callback callback_;
  std::shared_ptr<rcpputils::SharedLibrary> library_;
};

}  // namespace rclcpp
