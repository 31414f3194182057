// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>
#include <golden/msg/detail/pair__struct.hpp>

namespace baton::msg {

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Half>() noexcept;

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Pair>() noexcept;

}  // namespace baton::msg
