// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <baton/exceptions.hpp>
#include <baton/namespaces.hpp>
#include <baton/object_type.hpp>
#include <baton/type_adapter.hpp>
#include <baton/type_name.hpp>

namespace rclcpp::detail {

/// A copy of an object of a user's type. Throws exceptions::Error for one that cannot be copied.
template <class Custom>
std::unique_ptr<Custom> copy_custom(const Custom& object) {
  if constexpr (std::is_copy_constructible_v<Custom>) {
    return std::make_unique<Custom>(object);
  } else {
    throw exceptions::Error(
        "an object of an adapted type that cannot be copied has several readers, of which one "
        "wants "
        "it for itself: take it as std::shared_ptr<const T> or const T&");
  }
}

/// The functions for the objects of an adapter. The returned object is never destroyed.
template <class Adapter>
const AdaptedType& adapted_type() {
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;
  static const AdaptedType type = [] {
    AdaptedType made;
    made.size_bytes = adapted_size_bytes;
    made.clone = [](const void* object) -> void* {
      return copy_custom(*static_cast<const Custom*>(object)).release();
    };
    made.destroy = [](void* object) noexcept { delete static_cast<Custom*>(object); };
    made.to_message = [](const void* object, void* message) {
      Adapter::convert_to_ros_message(*static_cast<const Custom*>(object),
                                      *static_cast<Ros*>(message));
    };
    made.make_message = [](const void* object) -> void* {
      auto message = std::make_unique<Ros>();
      Adapter::convert_to_ros_message(*static_cast<const Custom*>(object), *message);
      return message.release();
    };
    made.message = &object_type<Ros>();
    return made;
  }();
  return type;
}

template <class Adapter>
TypeIdentity adapted_identity() {
  TypeIdentity identity = type_identity<typename Adapter::ros_message_type>();
  identity.adapted = &adapted_type<Adapter>();
  return identity;
}

}  // namespace rclcpp::detail
