// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <baton/any_subscription_callback.hpp>
#include <baton/serialized_message.hpp>
#include <baton/type_adapter.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <tracetools/tracetools.h>
#include <rclcpp/allocator/allocator_common.hpp>
#include <rclcpp/function_traits.hpp>
#include <rclcpp/message_info.hpp>
#include <rclcpp/serialization.hpp>
#include <rclcpp/type_adapter.hpp>
#include <rclcpp/visibility_control.hpp>

namespace rclcpp {
namespace detail {

/// A message on its way to a callback: shared with others, or its own.
template <class T>
struct MessageInHand {
  std::shared_ptr<const T> shared;
  std::shared_ptr<T> own;
  std::unique_ptr<T> unique;

  bool empty() const { return !shared && !own && !unique; }
  const T& get() const { return shared ? *shared : own ? *own : *unique; }
  std::shared_ptr<const T> share() {
    if (shared) return shared;
    if (own) return own;
    return std::shared_ptr<const T>(std::move(unique));
  }
  std::unique_ptr<T> take_unique() {
    return unique ? std::move(unique) : std::make_unique<T>(get());
  }
  std::shared_ptr<T> take_shared() { return own ? own : std::shared_ptr<T>(take_unique()); }
};

}  // namespace detail

/// A callback of a subscription in any of its forms, for code that dispatches messages itself. A
/// subscription of Baton does without it. A value type; not thread-safe.
template <class M, class Allocator = std::allocator<void>>
class AnySubscriptionCallback {
  using Adapter = TypeAdapter<M>;

 public:
  using SubscribedType = typename Adapter::custom_type;
  using ROSMessageType = typename Adapter::ros_message_type;

  explicit AnySubscriptionCallback(const Allocator& /* allocator */ = Allocator()) {}

  /// Replaces the callback; its messages come in the form that it takes them in.
  template <class F>
  AnySubscriptionCallback set(F callback) {
    using detail::Delivery;
    constexpr Delivery of_custom = detail::CallbackForm<SubscribedType, F>::delivery();
    constexpr bool custom = of_custom != Delivery::unknown && of_custom != Delivery::serialized;
    constexpr Delivery delivery =
        custom ? of_custom : detail::CallbackForm<ROSMessageType, F>::delivery();
    static_assert(delivery != Delivery::unknown && delivery != Delivery::sample,
                  "a subscription's callback takes the message in one of these forms: const T&, "
                  "std::unique_ptr<T>, std::shared_ptr<const T>, std::shared_ptr<T>, "
                  "SerializedMessage; and a const MessageInfo& behind it, if it likes");
    serialized_ = delivery == Delivery::serialized;
    take_shared_ = delivery == Delivery::shared_const || delivery == Delivery::reference;
    auto held = std::make_shared<F>(std::move(callback));
    if constexpr (delivery == Delivery::serialized) {
      call_ = nullptr;
      call_serialized_ = [held](std::shared_ptr<SerializedMessage> message,
                                const MessageInfo& info) {
        detail::call_with_serialized(*held, std::move(message), info);
      };
    } else {
      call_serialized_ = nullptr;
      call_ = [held](InHand& message, const MessageInfo& info) {
        if constexpr (custom) {
          hand_over<delivery>(*held, as_custom(message), info);
        } else {
          hand_over<delivery>(*held, as_ros(message), info);
        }
      };
    }
    return *this;
  }

  /// Calls the callback with a message that is the callback's to change. As the next two it throws
  /// std::runtime_error when there is no callback for it, and what conversions and callback throw.
  void dispatch(std::shared_ptr<ROSMessageType> message, const MessageInfo& info) {
    if constexpr (std::is_same_v<SubscribedType, ROSMessageType>) {
      InHand in_hand;
      in_hand.custom.own = std::move(message);
      run(in_hand, info);
    } else {
      InHand in_hand;
      in_hand.ros.own = std::move(message);
      run(in_hand, info);
    }
  }
  void dispatch(std::shared_ptr<SerializedMessage> message, const MessageInfo& info) {
    if (!call_serialized_)
      throw std::runtime_error(
          "dispatch called on an unset AnySubscriptionCallback, or on one that takes no "
          "SerializedMessage");
    call_serialized_(std::move(message), info);
  }
  /// Of a message that others read too.
  void dispatch_intra_process(std::shared_ptr<const SubscribedType> message,
                              const MessageInfo& info) {
    InHand in_hand;
    in_hand.custom.shared = std::move(message);
    run(in_hand, info);
  }
  void dispatch_intra_process(std::unique_ptr<SubscribedType> message, const MessageInfo& info) {
    InHand in_hand;
    in_hand.custom.unique = std::move(message);
    run(in_hand, info);
  }

  bool use_take_shared_method() const { return take_shared_; }
  bool is_serialized_message_callback() const { return serialized_; }
  void register_callback_for_tracing() {}

 private:
  using Custom = detail::MessageInHand<SubscribedType>;
  using Ros = detail::MessageInHand<ROSMessageType>;
  struct InHand {
    Custom custom;
    Ros ros;  // not used if both are one type
  };

  void run(InHand& message, const MessageInfo& info) {
    if (!call_) {
      throw std::runtime_error(
          "dispatch called on an unset AnySubscriptionCallback, or on one of a SerializedMessage");
    }
    call_(message, info);
  }
  static Custom& as_custom(InHand& message) {
    if constexpr (!std::is_same_v<SubscribedType, ROSMessageType>) {
      if (message.custom.empty()) {
        message.custom.unique = std::make_unique<SubscribedType>();
        Adapter::convert_to_custom(message.ros.get(), *message.custom.unique);
      }
    }
    return message.custom;
  }
  static auto& as_ros(InHand& message) {
    if constexpr (std::is_same_v<SubscribedType, ROSMessageType>) {
      return message.custom;
    } else {
      if (message.ros.empty()) {
        message.ros.unique = std::make_unique<ROSMessageType>();
        Adapter::convert_to_ros_message(message.custom.get(), *message.ros.unique);
      }
      return message.ros;
    }
  }
  template <detail::Delivery delivery, class F, class Message>
  static void hand_over(F& callback, Message& message, const MessageInfo& info) {
    using detail::Delivery;
    if constexpr (delivery == Delivery::reference) {
      detail::call_with(callback, message.get(), info);
    } else if constexpr (delivery == Delivery::shared_const) {
      detail::call_with(callback, message.share(), info);
    } else if constexpr (delivery == Delivery::unique) {
      detail::call_with(callback, message.take_unique(), info);
    } else {
      detail::call_with(callback, message.take_shared(), info);
    }
  }

  std::function<void(InHand&, const MessageInfo&)> call_;
  std::function<void(std::shared_ptr<SerializedMessage>, const MessageInfo&)> call_serialized_;
  bool serialized_ = false;
  bool take_shared_ = false;
};

}  // namespace rclcpp
