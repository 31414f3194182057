// SPDX-License-Identifier: Apache-2.0
// The fields of a message as ROS's introspection in C++ describes them. The functions work on
// Baton's containers: an element of a string field is a baton::msg::String.
#pragma once

#include <cstddef>
#include <cstdint>

#include <baton/ros_c/rosidl_type_support.h>
#include <baton/msg/type_support.hpp>

namespace rosidl_typesupport_introspection_cpp {

enum : std::uint8_t {
  ROS_TYPE_FLOAT = 1,
  ROS_TYPE_DOUBLE = 2,
  ROS_TYPE_LONG_DOUBLE = 3,
  ROS_TYPE_CHAR = 4,
  ROS_TYPE_WCHAR = 5,
  ROS_TYPE_BOOLEAN = 6,
  ROS_TYPE_OCTET = 7,
  ROS_TYPE_UINT8 = 8,
  ROS_TYPE_INT8 = 9,
  ROS_TYPE_UINT16 = 10,
  ROS_TYPE_INT16 = 11,
  ROS_TYPE_UINT32 = 12,
  ROS_TYPE_INT32 = 13,
  ROS_TYPE_UINT64 = 14,
  ROS_TYPE_INT64 = 15,
  ROS_TYPE_STRING = 16,
  ROS_TYPE_WSTRING = 17,
  ROS_TYPE_MESSAGE = 18,
  ROS_TYPE_FLOAT32 = ROS_TYPE_FLOAT,
  ROS_TYPE_FLOAT64 = ROS_TYPE_DOUBLE,
  ROS_TYPE_BOOL = ROS_TYPE_BOOLEAN,
  ROS_TYPE_BYTE = ROS_TYPE_OCTET,
};

/// One field. The functions take the address of the field and are null for a single value.
struct MessageMember {
  const char* name_;
  std::uint8_t type_id_;
  std::size_t string_upper_bound_;                ///< characters; 0: no bound
  const rosidl_message_type_support_t* members_;  ///< of a field that is a message
  bool is_key_;                                   ///< always false
  bool is_array_;                                 ///< an array or a sequence
  std::size_t array_size_;                        ///< elements, or their bound; 0: no bound
  bool is_upper_bound_;
  std::uint32_t offset_;
  const void* default_value_;  ///< always null
  std::size_t (*size_function)(const void* field);
  const void* (*get_const_function)(const void* field, std::size_t index);
  void* (*get_function)(void* field, std::size_t index);
  /// Copies the element into a constructed value.
  void (*fetch_function)(const void* field, std::size_t index, void* value);
  void (*assign_function)(void* field, std::size_t index, const void* value);
  /// Keeps elements and makes new ones with their default values; null for an array. A bound is not
  /// looked at. Throws std::bad_alloc and std::length_error.
  void (*resize_function)(void* field, std::size_t size);
};

struct MessageMembers {
  const char* message_namespace_;  ///< "sensor_msgs::msg"
  const char* message_name_;
  std::uint32_t member_count_;
  std::size_t size_of_;
  bool has_any_key_member_;  ///< always false
  const MessageMember* members_;
  void (*init_function)(void* memory, ::baton::msg::MessageInitialization how);
  void (*fini_function)(void* message);
};

struct ServiceMembers {
  const char* service_namespace_;  ///< "std_srvs::srv"
  const char* service_name_;
  const MessageMembers* request_members_;
  const MessageMembers* response_members_;
  const MessageMembers* event_members_;
};

}  // namespace rosidl_typesupport_introspection_cpp
