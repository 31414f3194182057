// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/basic_string.hpp>

namespace baton::msg {

/// `wstring`: 16-bit units, as std::u16string.
using WString = BasicString<char16_t>;

static_assert(sizeof(WString) == 16 && alignof(WString) == 8);

}  // namespace baton::msg
