// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <baton/function_traits.hpp>
#include <baton/message_copies.hpp>
#include <baton/message_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/sample.hpp>
#include <baton/serialization.hpp>
#include <baton/type_name.hpp>

namespace rclcpp::detail {

/// How a callback wants its message.
enum class Delivery {
  reference,     // const M&
  sample,        // Sample<M>
  shared_const,  // std::shared_ptr<const M>
  unique,        // std::unique_ptr<M>
  shared,        // std::shared_ptr<M>: a message of its own, which it may change
  serialized,    // const SerializedMessage& or a pointer to one
  unknown,
};

template <class M, class Argument>
constexpr Delivery delivery_of() {
  using A = std::decay_t<Argument>;
  if constexpr (std::is_same_v<A, M>) return Delivery::reference;
  if constexpr (std::is_same_v<A, Sample<M>>) return Delivery::sample;
  if constexpr (std::is_same_v<A, std::shared_ptr<const M>>) return Delivery::shared_const;
  if constexpr (std::is_same_v<A, std::unique_ptr<M>>) return Delivery::unique;
  if constexpr (std::is_same_v<A, std::shared_ptr<M>>) return Delivery::shared;
  if constexpr (std::is_same_v<A, SerializedMessage> ||
                std::is_same_v<A, std::shared_ptr<SerializedMessage>> ||
                std::is_same_v<A, std::shared_ptr<const SerializedMessage>> ||
                std::is_same_v<A, std::unique_ptr<SerializedMessage>>) {
    return Delivery::serialized;
  }
  return Delivery::unknown;
}

/// For a callable without declared parameters: the first form that it accepts. Forms without a copy
/// come first.
template <class M, class F, class... Info>
constexpr Delivery probe_delivery() {
  // Ask one form after the other: each question instantiates the body of a generic lambda.
  if constexpr (std::is_invocable_v<F&, const M&, Info...>) {
    return Delivery::reference;
  } else if constexpr (std::is_invocable_v<F&, Sample<M>, Info...>) {
    return Delivery::sample;
  } else if constexpr (std::is_invocable_v<F&, std::shared_ptr<const M>, Info...>) {
    return Delivery::shared_const;
  } else if constexpr (std::is_invocable_v<F&, std::unique_ptr<M>, Info...>) {
    return Delivery::unique;
  } else if constexpr (std::is_invocable_v<F&, std::shared_ptr<M>, Info...>) {
    return Delivery::shared;
  } else {
    return Delivery::unknown;
  }
}

template <class M, class... A>
constexpr Delivery first_delivery(std::tuple<A...>* /*arguments*/) {
  Delivery found = Delivery::unknown;
  ((found = found == Delivery::unknown ? delivery_of<M, A>() : found), ...);
  return found;
}

template <class M, class F>
struct CallbackForm {
  using Traits = function_traits::function_traits<std::decay_t<F>>;

  static constexpr Delivery delivery() {
    if constexpr (Traits::known) {
      // Take the first parameter of a known form: std::bind may have bound leading parameters.
      return first_delivery<M>(static_cast<typename Traits::arguments*>(nullptr));
    } else if constexpr (probe_delivery<M, std::decay_t<F>>() != Delivery::unknown) {
      return probe_delivery<M, std::decay_t<F>>();
    } else {
      return probe_delivery<M, std::decay_t<F>, const MessageInfo&>();
    }
  }
};

template <class M>
std::shared_ptr<SerializedMessage> serialize(const M& message) {
  auto serialized = std::make_shared<SerializedMessage>();
  Serialization<M>().serialize_message(&message, serialized.get());
  return serialized;
}

template <class F, class Argument>
void call_with(F& callback, Argument&& argument, const MessageInfo& info) {
  if constexpr (std::is_invocable_v<F&, Argument&&, const MessageInfo&>) {
    callback(std::forward<Argument>(argument), info);
  } else {
    static_assert(std::is_invocable_v<F&, Argument&&>,
                  "a subscription's callback takes the message in one of these forms: const M&, "
                  "std::unique_ptr<M>, std::shared_ptr<const M>, std::shared_ptr<M>, Sample<M>, "
                  "SerializedMessage; and a const MessageInfo& behind it, if it likes");
    callback(std::forward<Argument>(argument));
  }
}

template <class F>
void call_with_serialized(F& call, std::shared_ptr<SerializedMessage> message,
                          const MessageInfo& info) {
  using Shared = std::shared_ptr<SerializedMessage>;
  if constexpr (std::is_invocable_v<F&, const SerializedMessage&> ||
                std::is_invocable_v<F&, const SerializedMessage&, const MessageInfo&>) {
    call_with(call, std::as_const(*message), info);
  } else if constexpr (std::is_invocable_v<F&, Shared> ||
                       std::is_invocable_v<F&, Shared, const MessageInfo&>) {
    call_with(call, std::move(message), info);
  } else {
    call_with(call, std::make_unique<SerializedMessage>(std::move(*message)), info);
  }
}

/// All callback forms become this one.
template <class M, class F>
AdaptedCallback<M> adapt_callback(F&& callback) {
  using Function = std::decay_t<F>;
  constexpr Delivery delivery = CallbackForm<M, F>::delivery();
  static_assert(delivery != Delivery::unknown,
                "a subscription's callback takes the message in one of these forms: const M&, "
                "std::unique_ptr<M>, std::shared_ptr<const M>, std::shared_ptr<M>, Sample<M>, "
                "SerializedMessage; and a const MessageInfo& behind it, if it likes");
  // A copyable holder, because std::function needs one, and callbacks may own what cannot be
  // copied.
  auto held = std::make_shared<Function>(std::forward<F>(callback));
  std::shared_ptr<MessageCopies> copies;  // null: the callback changes no message
  if constexpr (delivery == Delivery::unique) {
    copies = std::make_shared<MessageCopies>(MessageCopies::Form::unique_ptr);
  } else if constexpr (delivery == Delivery::shared) {
    copies = std::make_shared<MessageCopies>(MessageCopies::Form::shared_ptr);
  }
  auto adapted = [held, copies](Sample<M>&& sample) {
    Function& call = *held;
    const MessageInfo info = sample.info();
    if constexpr (delivery == Delivery::reference) {
      call_with(call, sample.get(), info);
    } else if constexpr (delivery == Delivery::sample) {
      call_with(call, std::move(sample), info);
    } else if constexpr (delivery == Delivery::shared_const) {
      auto owner = std::make_shared<Sample<M>>(std::move(sample));
      const M* const message = &owner->get();
      call_with(call, std::shared_ptr<const M>(std::move(owner), message), info);
    } else if constexpr (delivery == Delivery::unique) {
      call_with(call, sample.take_unique(copies.get()), info);
    } else if constexpr (delivery == Delivery::shared) {
      call_with(call, sample.take_shared(copies.get()), info);
    } else {
      call_with_serialized(call, serialize(sample.get()), info);
    }
  };
  return AdaptedCallback<M>(std::move(adapted), std::move(copies));
}

}  // namespace rclcpp::detail
