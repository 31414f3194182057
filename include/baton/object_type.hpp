// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace rclcpp {

/// The functions for a message of a C++ type on the heap, for code that does not know the type.
struct ObjectType {
  std::size_t size_bytes = 0;
  void* (*clone)(const void* message) = nullptr;  ///< makes a new message; throws std::bad_alloc
  void (*copy_to)(void* memory, const void* message) = nullptr;  ///< constructs in raw memory
  /// Destroys a message of the heap, or in a loan: `delete`.
  void (*destroy)(void* message) noexcept = nullptr;
};

/// The returned object is never destroyed.
template <class M>
const ObjectType& object_type() {
  static constexpr ObjectType type = {
      sizeof(M),
      [](const void* message) -> void* { return new M(*static_cast<const M*>(message)); },
      [](void* memory, const void* message) { ::new (memory) M(*static_cast<const M*>(message)); },
      [](void* message) noexcept { delete static_cast<M*>(message); },
  };
  return type;
}

/// The size of a sample that is an object of an adapted type, and no message.
inline constexpr std::size_t adapted_size_bytes = SIZE_MAX;

/// The functions for an object of a user's type that stands for a message. `size_bytes` is
/// adapted_size_bytes.
struct AdaptedType : ObjectType {
  /// Converts into a constructed message. Throws what the user's conversion throws.
  void (*to_message)(const void* object, void* message) = nullptr;
  /// Makes a new message of the object.
  void* (*make_message)(const void* object) = nullptr;
  const ObjectType* message = nullptr;  ///< of what make_message() returns
};

}  // namespace rclcpp
