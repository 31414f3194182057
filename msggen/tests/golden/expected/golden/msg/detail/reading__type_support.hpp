// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>
#include <builtin_interfaces/msg/detail/time__type_support.hpp>
#include <golden/msg/detail/reading__struct.hpp>

namespace baton::msg {

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Reading>() noexcept;

}  // namespace baton::msg
