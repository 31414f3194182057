// SPDX-License-Identifier: Apache-2.0
// Addresses of memory that a thread finds cold when it has slept, so that it can be fetched ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/platform.hpp"

namespace baton::base {

/// The cache line `number` lines behind that of `address`.
inline const void* next_line(const void* address, std::size_t number = 1) noexcept {
  // As a number: it may lie behind the object, and there need not be one.
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) +
                                       number * cache_line_bytes);
}

/// The table that a call of a virtual function looks into: a line on a page of its own, without
/// which the call does not begin. A hint only: where it is kept is the ABI's affair (Itanium C++
/// ABI, 2.4: first).
template <class Polymorphic>
const void* virtual_functions_of(const Polymorphic& object) noexcept {
  static_assert(std::is_polymorphic_v<Polymorphic>);
  const void* table = nullptr;
  std::memcpy(&table, static_cast<const void*>(&object), sizeof table);
  return table;
}

}  // namespace baton::base
