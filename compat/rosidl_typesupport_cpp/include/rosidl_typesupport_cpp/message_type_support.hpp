// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

#include <rosidl_runtime_cpp/message_type_support_decl.hpp>

namespace rosidl_typesupport_cpp {

/// The handle of a generated message. Never null.
template <class M>
const rosidl_message_type_support_t* get_message_type_support_handle() {
  return ::baton::to_handle(::baton::msg::type_support<M>());
}

}  // namespace rosidl_typesupport_cpp
