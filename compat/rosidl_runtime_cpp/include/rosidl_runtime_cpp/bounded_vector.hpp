// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <baton/msg/bounded_vector.hpp>

namespace rosidl_runtime_cpp {

/// A vector allocates where it lies, so there is no allocator to choose.
template <class T, std::size_t bound>
using BoundedVector = baton::msg::BoundedVector<T, bound>;

}  // namespace rosidl_runtime_cpp
