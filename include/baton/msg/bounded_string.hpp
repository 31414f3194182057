// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/string.hpp>

namespace baton::msg {

/// `string<=N`: a String that throws std::length_error when it would get more than N bytes.
template <std::size_t Bound>
using BoundedString = BasicString<char, Bound>;

}  // namespace baton::msg
