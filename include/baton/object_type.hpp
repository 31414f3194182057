// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

namespace baton {

/// How to work on a message of a C++ type on the heap without knowing the type.
struct ObjectType {
  std::size_t size_bytes = 0;
  void* (*clone)(const void* message) = nullptr;  ///< a new one; throws std::bad_alloc
  void (*copy_to)(void* memory, const void* message) = nullptr;  ///< constructs in raw memory
  void (*destroy)(void* message) noexcept = nullptr;  ///< of the heap, or in a loan: `delete`
};

/// Lives for ever.
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

}  // namespace baton
