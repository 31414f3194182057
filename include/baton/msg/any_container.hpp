// SPDX-License-Identifier: Apache-2.0
//
// Strings and sequences of a field that is known at run time only, for bindings and tools that fill
// messages without their generated type.
//
// Containers allocate where they lie, as the typed ones do: see home.hpp. None of these functions
// may be used on a received message. Thread safety: that of the message.
#pragma once

#include <cstddef>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// Bytes of one element of the field, or of its only one.
BATON_PUBLIC std::size_t element_bytes_of(const Field& field) noexcept;

/// Replaces the text of the string or wide string at `container`. Bounds are not looked at. Throws
/// std::length_error, and std::bad_alloc on the heap.
BATON_PUBLIC void assign_text(void* container, std::string_view text);
BATON_PUBLIC void assign_text(void* container, std::u16string_view text);

/// What Vector::resize() does, for the sequence at `container`: elements that stay keep their
/// value, new ones have that of their constructor. With `uninitialised` new numbers are undefined.
/// A bound is not looked at. Returns the first element; null if there never was one. Throws
/// std::length_error, and std::bad_alloc, after which elements may be missing at the end.
BATON_PUBLIC std::byte* resize_sequence(const Field& field, void* container, std::size_t size,
                                        bool uninitialised = false);

}  // namespace baton::msg
