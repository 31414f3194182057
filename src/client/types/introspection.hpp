// SPDX-License-Identifier: Apache-2.0
// A type in the form of ROS's introspection, made of its table of fields.
//
// Immutable; lives as long as the KnownType that has it, for ever.
#pragma once

#include <string>
#include <vector>

#include <baton/msg/type_support.hpp>
#include <baton/ros_c/rosidl_introspection.hpp>

namespace baton::client {

class KnownType;

class Introspection {
 public:
  /// The functions are those of the handle.
  Introspection(const KnownType& type, rosidl_message_typesupport_handle_function in_form,
                rosidl_message_get_type_hash_function hash_of);
  Introspection(const Introspection&) = delete;
  Introspection& operator=(const Introspection&) = delete;

  const rosidl_message_type_support_t& handle() const { return handle_; }
  const rosidl_typesupport_introspection_cpp::MessageMembers& members() const { return members_; }

 private:
  std::string namespace_;
  std::string name_;
  std::vector<std::string> field_names_;
  std::vector<rosidl_typesupport_introspection_cpp::MessageMember> fields_;
  rosidl_typesupport_introspection_cpp::MessageMembers members_{};
  rosidl_message_type_support_t handle_{};
};

/// "std_srvs::srv" and "SetBool" of "std_srvs/srv/SetBool".
std::pair<std::string, std::string> split_type_name(std::string_view type_name);

}  // namespace baton::client
