// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <baton/adapted_sample.hpp>
#include <baton/adapted_type.hpp>
#include <baton/any_subscription_callback.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/subscription.hpp>
#include <baton/subscription_options.hpp>
#include <baton/type_adapter.hpp>

namespace rclcpp {

namespace detail {

/// All forms of callbacks of a subscription with a type adapter become this one. They take the
/// object or the ROS message in the forms of any subscription.
template <class Adapter, class F>
std::function<void(AdaptedSample<Adapter>&&)> adapt_callback_of_adapter(F&& callback) {
  using Function = std::decay_t<F>;
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;
  constexpr Delivery of_custom = CallbackForm<Custom, F>::delivery();
  constexpr bool custom = of_custom != Delivery::unknown && of_custom != Delivery::serialized;
  constexpr Delivery delivery = custom ? of_custom : CallbackForm<Ros, F>::delivery();
  static_assert(
      delivery != Delivery::unknown && delivery != Delivery::sample,
      "the callback of a subscription with a type adapter takes the custom type or the ROS "
      "message in one of these forms: const T&, std::unique_ptr<T>, "
      "std::shared_ptr<const T>, std::shared_ptr<T>; or a SerializedMessage; and a const "
      "MessageInfo& behind it, if it likes");
  auto held = std::make_shared<Function>(std::forward<F>(callback));
  return [held](AdaptedSample<Adapter>&& sample) {
    Function& call = *held;
    const MessageInfo info = sample.info();
    const auto share = [&] {
      if constexpr (custom)
        return sample.share_custom();
      else
        return sample.share_ros();
    };
    const auto take = [&] {
      if constexpr (custom)
        return sample.take_custom();
      else
        return sample.take_ros();
    };
    if constexpr (delivery == Delivery::reference) {
      const auto message = share();
      call_with(call, *message, info);
    } else if constexpr (delivery == Delivery::shared_const) {
      call_with(call, share(), info);
    } else if constexpr (delivery == Delivery::unique) {
      call_with(call, take(), info);
    } else if constexpr (delivery == Delivery::shared) {
      call_with(call, std::shared_ptr(take()), info);
    } else {
      call_with_serialized(call, serialize<Ros>(*sample.share_ros()), info);
    }
  };
}

/// What a Subscription<M> is made with.
template <class M, class F>
auto adapt_callback_for(F&& callback) {
  if constexpr (is_adapted_v<M>) {
    return adapt_callback_of_adapter<TypeAdapter<M>>(std::forward<F>(callback));
  } else {
    return adapt_callback<M>(std::forward<F>(callback));
  }
}

}  // namespace detail

/// Receives objects of a user's type, or the messages that they stand for: see type_adapter.hpp.
/// Made by create_subscription(). Thread safety: all members.
template <class M, class Allocator>
class Subscription<M, Allocator, std::enable_if_t<is_adapted_v<M>>> : public SubscriptionBase {
  using Adapter = TypeAdapter<M>;
  using Sample = detail::AdaptedSample<Adapter>;

 public:
  using MessageT = M;
  using SubscribedType = typename Adapter::custom_type;
  using ROSMessageType = typename Adapter::ros_message_type;
  using MessageMemoryStrategyType =
      message_memory_strategy::MessageMemoryStrategy<ROSMessageType, Allocator>;
  using SharedPtr = std::shared_ptr<Subscription>;
  using ConstSharedPtr = std::shared_ptr<const Subscription>;
  using WeakPtr = std::weak_ptr<Subscription>;
  using UniquePtr = std::unique_ptr<Subscription>;
  using Callback = std::function<void(Sample&&)>;

  Subscription(const EndpointHome& home, const std::string& topic, const QoS& qos,
               Callback callback, const SubscriptionOptionsBase& options = {})
      : SubscriptionBase(home, topic, qos, detail::adapted_identity<Adapter>(), options),
        callback_(std::move(callback)) {}

  /// The next object, or message, in one that the caller has; false when there is none.
  bool take(SubscribedType& object, MessageInfo& info) {
    auto handle = take_handle();
    if (!handle) return false;
    Sample sample(*std::move(handle));
    info = sample.info();
    object = std::move(*sample.take_custom());
    return true;
  }
  bool take(ROSMessageType& message, MessageInfo& info) {
    auto handle = take_handle();
    if (!handle) return false;
    Sample sample(*std::move(handle));
    info = sample.info();
    message = *sample.share_ros();
    return true;
  }

  std::shared_ptr<void> create_message() override { return std::make_shared<ROSMessageType>(); }
  bool take_type_erased(void* message, MessageInfo& info) override {
    return take(*static_cast<ROSMessageType*>(message), info);
  }
  /// `message` is a ROS message.
  void handle_message(std::shared_ptr<void>& message, const MessageInfo& info) override {
    callback_(Sample(as_sample(message, sizeof(ROSMessageType), info)));
  }

 private:
  void deliver(SampleHandle&& sample) override { callback_(Sample(std::move(sample))); }

  const Callback callback_;
};

}  // namespace rclcpp
