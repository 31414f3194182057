// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/wstring.hpp>

namespace baton::msg {

/// `wstring<=N`: a WString that throws std::length_error when it would get more than N units.
template <std::size_t Bound>
using BoundedWString = BasicString<char16_t, Bound>;

}  // namespace baton::msg
