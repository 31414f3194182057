// SPDX-License-Identifier: Apache-2.0
// Types that are known by their names, as rclcpp finds them. Users link rcpputils, which rclcpp's
// target brings along.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include <baton/find_type.hpp>
#include <baton/type_support_handle.hpp>

#include <rclcpp/detail/namespace.hpp>
#include <rclcpp/visibility_control.hpp>
#include <rosidl_runtime_cpp/action_type_support_decl.hpp>
#include <rosidl_runtime_cpp/message_type_support_decl.hpp>
#include <rosidl_runtime_cpp/service_type_support_decl.hpp>

// Debian's, where it is installed: the target rcpputils::rcpputils leads to it.
#if __has_include(<rcpputils/shared_library.hpp>)
#include <rcpputils/shared_library.hpp>
#else
namespace rcpputils {
class SharedLibrary;
}
#endif

namespace rclcpp {
namespace detail {

template <class Handle>
const Handle* in_form(const Handle* handle, const std::string& type,
                      const std::string& identifier) {
  const Handle* const found = handle->func(handle, identifier.c_str());
  if (found != nullptr) return found;
  throw std::runtime_error("type '" + type + "' has no type support '" + identifier +
                           "': rosidl_typesupport_cpp and rosidl_typesupport_introspection_cpp "
                           "are what Baton has");
}

}  // namespace detail

#if __has_include(<rcpputils/shared_library.hpp>)
/// The library of the type's package. Baton has one for all type supports, and it stays loaded.
/// Throws std::runtime_error.
inline std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
    const std::string& type, const std::string& /* typesupport_identifier */) {
  return std::make_shared<rcpputils::SharedLibrary>(typesupport_library_path(type));
}
#endif

/// Throws std::runtime_error for a type that the package does not have, and for another form than
/// Baton has. The library is not needed: the type is found by its name.
inline const rosidl_message_type_support_t* get_message_typesupport_handle(
    const std::string& type, const std::string& typesupport_identifier,
    rcpputils::SharedLibrary& /* library */) {
  return detail::in_form(to_handle(find_message_type(type)), type, typesupport_identifier);
}

[[deprecated(
    "Use `get_message_typesupport_handle` instead")]] inline const rosidl_message_type_support_t*
get_typesupport_handle(const std::string& type, const std::string& typesupport_identifier,
                       rcpputils::SharedLibrary& library) {
  return get_message_typesupport_handle(type, typesupport_identifier, library);
}

inline const rosidl_service_type_support_t* get_service_typesupport_handle(
    const std::string& type, const std::string& typesupport_identifier,
    rcpputils::SharedLibrary& /* library */) {
  return detail::in_form(to_handle(find_service_type(type)), type, typesupport_identifier);
}

/// Actions have one form, whatever the identifier says.
inline const rosidl_action_type_support_t* get_action_typesupport_handle(
    const std::string& type, const std::string& /* typesupport_identifier */,
    rcpputils::SharedLibrary& /* library */) {
  return to_handle(find_action_type(type));
}

}  // namespace rclcpp
