// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

#include <rosidl_runtime_cpp/service_type_support_decl.hpp>

namespace rosidl_typesupport_cpp {

/// The handle of a generated service. Never null.
template <class S>
const rosidl_service_type_support_t* get_service_type_support_handle() {
  return ::baton::to_handle(::baton::msg::service_type_support<S>());
}

}  // namespace rosidl_typesupport_cpp
