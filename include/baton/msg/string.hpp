// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/basic_string.hpp>
#include <baton/msg/yaml_text.hpp>

namespace baton::msg {

/// `string`: UTF-8.
using String = BasicString<char>;

static_assert(sizeof(String) == 16 && alignof(String) == 8);

}  // namespace baton::msg
