// SPDX-License-Identifier: Apache-2.0
// How ROS names the functions of type supports in C, which libraries of interfaces export. No
// header declares them: dlsym() finds them.
#pragma once

#define ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL_NAME(typesupport_name, function_name, package_name, \
                                                  subfolder, name)                               \
  typesupport_name##__##function_name##__##package_name##__##subfolder##__##name
#define ROSIDL_TYPESUPPORT_INTERFACE__MESSAGE_SYMBOL_NAME(typesupport_name, package_name,      \
                                                          subfolder, message_name)             \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL_NAME(typesupport_name, get_message_type_support_handle, \
                                            package_name, subfolder, message_name)
#define ROSIDL_TYPESUPPORT_INTERFACE__SERVICE_SYMBOL_NAME(typesupport_name, package_name,      \
                                                          subfolder, service_name)             \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL_NAME(typesupport_name, get_service_type_support_handle, \
                                            package_name, subfolder, service_name)
#define ROSIDL_TYPESUPPORT_INTERFACE__ACTION_SYMBOL_NAME(typesupport_name, package_name,      \
                                                         subfolder, action_name)              \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL_NAME(typesupport_name, get_action_type_support_handle, \
                                            package_name, subfolder, action_name)
