// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

#include <rosidl_runtime_c/service_type_support_struct.h>

namespace rosidl_typesupport_introspection_cpp {

/// The handle of a generated service in the form of introspection. Never null.
template <class S>
const rosidl_service_type_support_t* get_service_type_support_handle() {
  return get_service_typesupport_handle(::baton::to_handle(::baton::msg::service_type_support<S>()),
                                        ::baton::detail::introspection_identifier);
}

}  // namespace rosidl_typesupport_introspection_cpp
