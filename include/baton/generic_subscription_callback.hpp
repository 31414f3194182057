// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include <baton/message_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/serialized_message.hpp>

namespace rclcpp::detail {

/// All forms of callbacks of generic subscriptions become this one.
using GenericCallback =
    std::function<void(std::shared_ptr<SerializedMessage> message, const MessageInfo& info)>;

template <class F, class Argument>
constexpr bool takes_serialized_v =
    std::is_invocable_v<F&, Argument> || std::is_invocable_v<F&, Argument, const MessageInfo&>;

template <class F, class Argument>
struct TakesSerialized : std::bool_constant<takes_serialized_v<F, Argument>> {};

template <class F, class Argument>
void call_with_info(F& call, Argument&& argument, const MessageInfo& info) {
  if constexpr (std::is_invocable_v<F&, Argument&&, const MessageInfo&>) {
    call(std::forward<Argument>(argument), info);
  } else {
    call(std::forward<Argument>(argument));
  }
}

/// A callback takes the message as std::shared_ptr<SerializedMessage>, a pointer to a const one,
/// std::unique_ptr<SerializedMessage> or const SerializedMessage&, and a const MessageInfo& behind
/// it, if it likes. None of them costs a further copy.
template <class F>
GenericCallback adapt_generic_callback(F&& callback) {
  using Function = std::decay_t<F>;
  using Shared = std::shared_ptr<SerializedMessage>;
  using Unique = std::unique_ptr<SerializedMessage>;
  // Asked one after the other: each question instantiates the body of a generic lambda.
  constexpr bool shared = takes_serialized_v<Function, Shared>;
  constexpr bool reference =
      std::conditional_t<shared, std::false_type,
                         TakesSerialized<Function, const SerializedMessage&>>::value;
  constexpr bool found = shared || reference;
  constexpr bool unique =
      std::conditional_t<found, std::false_type, TakesSerialized<Function, Unique>>::value;
  static_assert(found || unique,
                "a generic subscription's callback takes the message in one of these forms: "
                "std::shared_ptr<SerializedMessage>, std::shared_ptr<const SerializedMessage>, "
                "std::unique_ptr<SerializedMessage>, const SerializedMessage&; and a "
                "const MessageInfo& behind it, if it likes");
  // A copyable holder, because std::function needs one, and callbacks may own what cannot be
  // copied.
  auto held = std::make_shared<Function>(std::forward<F>(callback));
  return [held](Shared message, const MessageInfo& info) {
    // A callable without declared parameters takes all forms: it gets the one that costs least.
    if constexpr (shared) {
      call_with_info(*held, std::move(message), info);
    } else if constexpr (reference) {
      call_with_info(*held, std::as_const(*message), info);
    } else {
      call_with_info(*held, std::make_unique<SerializedMessage>(std::move(*message)), info);
    }
  };
}

}  // namespace rclcpp::detail
