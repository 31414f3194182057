// SPDX-License-Identifier: Apache-2.0
#pragma once

// For classes that users pass around by pointer. Put them into the public part, or (DISABLE_COPY)
// anywhere.
#include <memory>
#include <utility>

#define RCLCPP_DISABLE_COPY(...)            \
  __VA_ARGS__(const __VA_ARGS__&) = delete; \
  __VA_ARGS__& operator=(const __VA_ARGS__&) = delete;

#define BATON_SHARED_PTR_NAMES(...)               \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>; \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>;
#define BATON_MAKE_SHARED(...)                                                   \
  template <class... Arguments>                                                  \
  static std::shared_ptr<__VA_ARGS__> make_shared(Arguments&&... arguments) {    \
    return std::make_shared<__VA_ARGS__>(std::forward<Arguments>(arguments)...); \
  }
#define BATON_UNIQUE_PTR_NAME(...) using UniquePtr = std::unique_ptr<__VA_ARGS__>;

#define RCLCPP_SHARED_PTR_DEFINITIONS(...) \
  BATON_SHARED_PTR_NAMES(__VA_ARGS__)      \
  BATON_MAKE_SHARED(__VA_ARGS__)
#define RCLCPP_WEAK_PTR_DEFINITIONS(...)      \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>; \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;
#define RCLCPP_UNIQUE_PTR_DEFINITIONS(...)                                       \
  BATON_UNIQUE_PTR_NAME(__VA_ARGS__)                                             \
  template <class... Arguments>                                                  \
  static std::unique_ptr<__VA_ARGS__> make_unique(Arguments&&... arguments) {    \
    return std::make_unique<__VA_ARGS__>(std::forward<Arguments>(arguments)...); \
  }

#define RCLCPP_SMART_PTR_DEFINITIONS(...)    \
  RCLCPP_SHARED_PTR_DEFINITIONS(__VA_ARGS__) \
  RCLCPP_WEAK_PTR_DEFINITIONS(__VA_ARGS__)   \
  RCLCPP_UNIQUE_PTR_DEFINITIONS(__VA_ARGS__)
/// The same names without make_unique().
#define RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(...) \
  RCLCPP_SHARED_PTR_DEFINITIONS(__VA_ARGS__)           \
  RCLCPP_WEAK_PTR_DEFINITIONS(__VA_ARGS__)             \
  BATON_UNIQUE_PTR_NAME(__VA_ARGS__)
/// For abstract classes: names of pointers, and only make_shared() as a maker.
#define RCLCPP_SMART_PTR_ALIASES_ONLY(...) RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(__VA_ARGS__)

#define BATON_STRING_JOIN(one, other) one##other
#define RCLCPP_STRING_JOIN(one, other) BATON_STRING_JOIN(one, other)
