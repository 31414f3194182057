// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

#include <rosidl_runtime_c/message_type_support_struct.h>

namespace rosidl_typesupport_introspection_cpp {

/// The handle of a generated message in the form of introspection. Never null.
template <class M>
const rosidl_message_type_support_t* get_message_type_support_handle() {
  return get_message_typesupport_handle(::baton::to_handle(::baton::msg::type_support<M>()),
                                        ::baton::detail::introspection_identifier);
}

}  // namespace rosidl_typesupport_introspection_cpp
