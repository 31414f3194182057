// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

namespace rosidl_typesupport_cpp {

inline const char* const& typesupport_identifier = ::baton::detail::handle_identifier;

}  // namespace rosidl_typesupport_cpp
