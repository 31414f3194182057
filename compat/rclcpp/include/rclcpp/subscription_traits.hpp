// SPDX-License-Identifier: Apache-2.0
// Which message a subscription's callback takes, at compile time.
#pragma once

#include <memory>
#include <type_traits>

#include <rclcpp/function_traits.hpp>
#include <rclcpp/qos.hpp>
#include <rclcpp/serialized_message.hpp>
#include <rclcpp/subscription_options.hpp>

namespace rclcpp::subscription_traits {

/// `type` is T of T, std::shared_ptr<T> and std::unique_ptr<T>, without const.
template <class T>
struct extract_message_type {
  using type = std::remove_cv_t<std::remove_reference_t<T>>;
};
template <class T>
struct extract_message_type<std::shared_ptr<T>> : extract_message_type<T> {};
template <class T, class Deleter>
struct extract_message_type<std::unique_ptr<T, Deleter>> : extract_message_type<T> {};
template <class T>
struct extract_message_type<const T> : extract_message_type<T> {};
template <class T>
struct extract_message_type<T&> : extract_message_type<T> {};

template <class T>
struct is_serialized_subscription_argument : std::false_type {};
template <>
struct is_serialized_subscription_argument<SerializedMessage> : std::true_type {};
template <>
struct is_serialized_subscription_argument<std::shared_ptr<SerializedMessage>> : std::true_type {};

/// Of a callback whose first parameter is a message: `type` is the message.
template <class Callback>
struct has_message_type
    : extract_message_type<
          typename function_traits::function_traits<Callback>::template argument_type<0>> {};

template <class T>
struct is_serialized_subscription : is_serialized_subscription_argument<T> {};
template <class Callback>
struct is_serialized_callback
    : is_serialized_subscription_argument<
          typename function_traits::function_traits<Callback>::template argument_type<0>> {};

}  // namespace rclcpp::subscription_traits
