// SPDX-License-Identifier: Apache-2.0
// Types that are found in libraries by the names of functions, as recorders find them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "rcpputils/shared_library.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"

namespace
{

constexpr char kCpp[] = "rosidl_typesupport_cpp";
constexpr char kIntrospection[] = "rosidl_typesupport_introspection_cpp";

template<class Handle>
const Handle * find(
  const std::string & package, const std::string & identifier, const std::string & kind,
  const std::string & name)
{
  rcpputils::SharedLibrary library(
    ament_index_cpp::get_package_prefix(package) + "/lib/lib" + package + "__" + identifier +
    ".so");
  const std::string symbol =
    identifier + "__get_" + kind + "_type_support_handle__" + package + "__" + name;
  return reinterpret_cast<const Handle * (*)()>(library.get_symbol(symbol))();
}

const rosidl_message_type_support_t * find_message(
  const std::string & package, const std::string & identifier, const std::string & name)
{
  return find<rosidl_message_type_support_t>(package, identifier, "message", name);
}

std::string read_shared(const std::string & package, const std::string & file)
{
  std::ifstream stream(ament_index_cpp::get_package_share_directory(package) + "/" + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

TEST(TypeSupports, of_messages_have_functions_in_libraries)
{
  for (const std::string name : {"msg__Shelf", "srv__FindItem_Request", "action__Carry_Goal"}) {
    const auto * const handle = find_message("warehouse_interfaces", kCpp, name);
    EXPECT_STREQ(kCpp, handle->typesupport_identifier) << name;
    const auto * const other = find_message("warehouse_interfaces", kIntrospection, name);
    EXPECT_STREQ(
      rosidl_typesupport_introspection_cpp::typesupport_identifier,
      other->typesupport_identifier) << name;
    EXPECT_EQ(other, get_message_typesupport_handle(handle, kIntrospection)) << name;
  }
}

TEST(TypeSupports, of_introspection_name_members)
{
  const auto * const handle = find_message("warehouse_interfaces", kIntrospection, "msg__Shelf");
  const auto * const members =
    static_cast<const rosidl_typesupport_introspection_cpp::MessageMembers *>(handle->data);
  EXPECT_STREQ("Shelf", members->message_name_);
  EXPECT_STREQ("label", members->members_[3].name_);
}

TEST(TypeSupports, of_services_and_actions_have_functions_in_libraries)
{
  const auto * const service = find<rosidl_service_type_support_t>(
    "warehouse_interfaces", kIntrospection, "service", "srv__FindItem");
  const auto * const members =
    static_cast<const rosidl_typesupport_introspection_cpp::ServiceMembers *>(service->data);
  EXPECT_STREQ("FindItem", members->service_name_);
  EXPECT_NE(
    nullptr, find<rosidl_service_type_support_t>(
      "warehouse_interfaces", kCpp, "service", "action__Carry_SendGoal"));
  EXPECT_NE(
    nullptr, find<rosidl_action_type_support_t>(
      "warehouse_interfaces", kCpp, "action", "action__Carry"));
}

TEST(TypeSupports, of_packages_below_the_workspace_have_functions_in_libraries)
{
  for (const std::string package : {"std_msgs", "builtin_interfaces"}) {
    const std::string name = package == "std_msgs" ? "msg__Header" : "msg__Time";
    EXPECT_STREQ(kCpp, find_message(package, kCpp, name)->typesupport_identifier);
    EXPECT_NE(nullptr, find_message(package, kIntrospection, name));
  }
}

TEST(Definitions, are_installed_as_msg_and_as_idl)
{
  EXPECT_NE(std::string::npos, read_shared("warehouse_interfaces", "msg/Shelf.msg").find("label"));
  const std::string text = read_shared("warehouse_interfaces", "msg/Shelf.idl");
  EXPECT_NE(std::string::npos, text.find("#include \"warehouse_interfaces/msg/Item.idl\"")) << text;
  EXPECT_NE(
    std::string::npos,
    text.find("sequence<warehouse_interfaces::msg::Item> items;")) << text;
  EXPECT_NE("", read_shared("warehouse_interfaces", "srv/FindItem.idl"));
  EXPECT_NE("", read_shared("warehouse_interfaces", "srv/FindItem_Request.msg"));
  EXPECT_NE("", read_shared("warehouse_interfaces", "action/Carry.idl"));
  EXPECT_NE("", read_shared("builtin_interfaces", "msg/Time.idl"));

  std::string index;
  ASSERT_TRUE(ament_index_cpp::get_resource("rosidl_interfaces", "warehouse_interfaces", index));
  EXPECT_NE(std::string::npos, index.find("msg/Shelf.idl\n")) << index;
}
