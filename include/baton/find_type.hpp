// SPDX-License-Identifier: Apache-2.0
// Types that are known by a name at run time only.
//
// A package's library is looked for among what the process has loaded, in the packages that
// AMENT_PREFIX_PATH leads to, where the dynamic linker looks, and beside Baton's library. A library
// that was found stays loaded until the process ends. Blocks for the file system. Thread safety:
// all of it.
#pragma once

#include <string>

#include <baton/msg/service_type_support.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// The two messages of a service.
struct ServiceMessages {
  const msg::TypeSupport* request = nullptr;
  const msg::TypeSupport* response = nullptr;
};

/// "sensor_msgs/msg/Image", or "sensor_msgs/Image" in the old form. Throws std::runtime_error that
/// says what was looked for and where, and what cures it.
BATON_PUBLIC const msg::TypeSupport& find_message_type(const std::string& name);
/// "std_srvs/srv/SetBool", or "std_srvs/SetBool". Throws like find_message_type().
BATON_PUBLIC ServiceMessages find_service_messages(const std::string& name);
BATON_PUBLIC const msg::ServiceTypeSupport& find_service_type(const std::string& name);
BATON_PUBLIC const msg::ActionTypeSupport& find_action_type(const std::string& name);

/// The file that has the types of a type's package. Throws like find_message_type(), for a package
/// that is not found and for text that is no name of a type.
BATON_PUBLIC std::string typesupport_library_path(const std::string& type_name);

}  // namespace rclcpp
