// SPDX-License-Identifier: Apache-2.0
// Messages in a row, of a type that is known at run time only.
#pragma once

#include <cstddef>

#include <baton/msg/container_header.hpp>
#include <baton/msg/type_support.hpp>

namespace baton::client {

inline void* in_array(const msg::TypeSupport& type, void* field, std::size_t index) {
  return static_cast<std::byte*>(field) + index * type.size_bytes;
}
inline const void* in_array(const msg::TypeSupport& type, const void* field, std::size_t index) {
  return static_cast<const std::byte*>(field) + index * type.size_bytes;
}
inline void* in_sequence(const msg::TypeSupport& type, void* field, std::size_t index) {
  return in_array(type, static_cast<msg::ContainerHeader*>(field)->data(), index);
}
inline const void* in_sequence(const msg::TypeSupport& type, const void* field, std::size_t index) {
  return in_array(type, static_cast<const msg::ContainerHeader*>(field)->data(), index);
}

/// Replaces a message by a copy of another one. Throws std::bad_alloc; `to` is then zero and empty.
void assign_message(const msg::TypeSupport& type, void* to, const void* from);

/// As Vector::resize(). Throws std::length_error, and std::bad_alloc, after which elements may be
/// missing at the end.
void resize_sequence(const msg::TypeSupport& type, void* field, std::size_t size);

}  // namespace baton::client
