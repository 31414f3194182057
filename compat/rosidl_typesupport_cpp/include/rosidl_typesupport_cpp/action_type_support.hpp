// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/type_support_handle.hpp>

#include <rosidl_runtime_cpp/action_type_support_decl.hpp>

namespace rosidl_typesupport_cpp {

/// The handle of a generated action. Never null.
template <class A>
const rosidl_action_type_support_t* get_action_type_support_handle() {
  return ::baton::to_handle(::baton::msg::action_type_support<A>());
}

}  // namespace rosidl_typesupport_cpp
