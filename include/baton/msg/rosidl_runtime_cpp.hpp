// SPDX-License-Identifier: Apache-2.0
//
// The names of rosidl_runtime_cpp that sources use behind the header of a message. Generated
// headers include it.
#pragma once

#include <cstddef>

#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/type_support.hpp>

namespace rosidl_runtime_cpp {

using baton::msg::MessageInitialization;

/// Allocates where it lies, so there is no allocator to choose.
template <class T, std::size_t bound>
using BoundedVector = baton::msg::BoundedVector<T, bound>;

}  // namespace rosidl_runtime_cpp
