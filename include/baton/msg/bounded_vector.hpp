// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/vector.hpp>

namespace baton::msg {

/// `T[<=N]`: a Vector that throws std::length_error when it would get more than N elements.
template <class T, std::size_t Bound>
using BoundedVector = Vector<T, Bound>;

}  // namespace baton::msg
