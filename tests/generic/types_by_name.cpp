// SPDX-License-Identifier: Apache-2.0
// Types of packages that this program does not link, found by their names.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "rclcpp/exceptions.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/type_adapter.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

#include "testing/isolation.hpp"

namespace baton::generic {

struct Letters {};

}  // namespace baton::generic

template <>
struct rclcpp::TypeAdapter<baton::generic::Letters, std_msgs::msg::String> {
  using is_specialized = std::true_type;
  using custom_type = baton::generic::Letters;
  using ros_message_type = std_msgs::msg::String;
};

namespace baton::generic {
namespace {

using ::testing::HasSubstr;

std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(TypesByName, OfALinkedPackageAreThoseThatAreLinked) {
  EXPECT_EQ(&find_message_type("std_msgs/msg/String"), &msg::type_support<std_msgs::msg::String>());
  EXPECT_EQ(&find_service_type("std_srvs/srv/SetBool"),
            &msg::service_type_support<std_srvs::srv::SetBool>());
}

TEST(TypesByName, MayLeaveTheFolderOut) {
  EXPECT_EQ(&find_message_type("std_msgs/String"), &find_message_type("std_msgs/msg/String"));
  EXPECT_EQ(&find_service_type("std_srvs/SetBool"), &find_service_type("std_srvs/srv/SetBool"));
}

TEST(TypesByName, OfAPackageThatIsNotLinkedAreLoaded) {
  EXPECT_EQ(find_message_type("nav_msgs/msg/Odometry").type_name, "nav_msgs/msg/Odometry");
  EXPECT_EQ(find_service_type("nav_msgs/srv/GetMap").type_name, "nav_msgs/srv/GetMap");
  EXPECT_EQ(find_action_type("example_interfaces/action/Fibonacci").type_name,
            "example_interfaces/action/Fibonacci");
}

TEST(TypesByName, OfBatonsOwnInterfacesAreInItsLibrary) {
  EXPECT_EQ(find_message_type("rcl_interfaces/msg/Log").type_name, "rcl_interfaces/msg/Log");
  EXPECT_THAT(typesupport_library_path("rcl_interfaces/msg/Log"), HasSubstr("libbaton.so"));
}

TEST(TypesByName, OfAServiceHaveItsMessages) {
  const ServiceMessages messages = find_service_messages("std_srvs/srv/SetBool");
  EXPECT_EQ(messages.request, &msg::type_support<std_srvs::srv::SetBool::Request>());
  EXPECT_EQ(messages.response, &msg::type_support<std_srvs::srv::SetBool::Response>());
}

TEST(TypesByName, ThatAreNoNamesAreRefusedWithAnExample) {
  for (const char* name : {"", "String", "/String", "std_msgs/", "std_msgs//String",
                           "../evil/msg/String", "std msgs/String"}) {
    EXPECT_THAT(failure_of([&] { (void)find_message_type(name); }),
                HasSubstr("for example 'std_msgs/msg/String'"))
        << name;
  }
}

TEST(TypesByName, ThatAPackageLacksAreRefusedWithItsLibrary) {
  EXPECT_THAT(failure_of([] { (void)find_message_type("std_msgs/msg/Strnig"); }),
              HasSubstr("'std_msgs' has no message 'std_msgs/msg/Strnig'"));
  EXPECT_THAT(failure_of([] { (void)find_service_type("std_srvs/srv/SetBoll"); }),
              HasSubstr("'std_srvs' has no service 'std_srvs/srv/SetBoll'"));
  EXPECT_THAT(failure_of([] { (void)find_service_messages("std_srvs/srv/SetBoll"); }),
              HasSubstr("libstd_srvs__rosidl_typesupport_cpp.so"));
}

TEST(TypesByName, OfAPackageThatIsNotThereAreRefusedWithWhatWasTried) {
  const std::string text = failure_of([] { (void)find_message_type("no_such_msgs/msg/Any"); });
  EXPECT_THAT(text, HasSubstr("source its setup.bash"));
  EXPECT_THAT(text, HasSubstr("libno_such_msgs__rosidl_typesupport_cpp.so"));
}

class TypesOfPrefixes : public testing::IsolatedTest {};

TEST_F(TypesOfPrefixes, AreLookedForInEveryPackageOfThatName) {
  namespace fs = std::filesystem;
  const fs::path prefix = fs::path(scratch()) / "prefix";
  const fs::path index = prefix / "share/ament_index/resource_index/packages";
  fs::create_directories(index);
  fs::create_directories(prefix / "lib");
  std::ofstream(index / "prefixed_msgs") << "";
  const fs::path library = prefix / "lib/libprefixed_msgs__rosidl_typesupport_cpp.so";
  std::ofstream(library) << "no library";
  const testing::ScopedVariable variable("AMENT_PREFIX_PATH", "/nowhere::" + prefix.string());
  EXPECT_THAT(failure_of([] { (void)find_message_type("prefixed_msgs/msg/Any"); }),
              HasSubstr(library.string()));
}

TEST(TypeSupportLibraries, LeadToHandlesByName) {
  const auto library =
      rclcpp::get_typesupport_library("test_msgs/BasicTypes", "rosidl_typesupport_cpp");
  const auto* const handle = rclcpp::get_message_typesupport_handle(
      "test_msgs/BasicTypes", "rosidl_typesupport_cpp", *library);
  EXPECT_STREQ(handle->typesupport_identifier, "rosidl_typesupport_cpp");
  const auto* const service = rclcpp::get_service_typesupport_handle(
      "test_msgs/srv/Empty", "rosidl_typesupport_cpp", *library);
  EXPECT_STREQ(service->typesupport_identifier, "rosidl_typesupport_cpp");
  EXPECT_NE(rclcpp::get_action_typesupport_handle("test_msgs/action/Fibonacci",
                                                  "rosidl_typesupport_cpp", *library),
            nullptr);
}

template <class Handle>
const Handle* call(rcpputils::SharedLibrary& library, const std::string& symbol) {
  return reinterpret_cast<const Handle* (*)()>(library.get_symbol(symbol))();
}

TEST(TypeSupportLibraries, HaveTheFunctionsOfC) {
  // The second one is part of libbaton.
  for (const std::string type : {"test_msgs/msg/BasicTypes", "builtin_interfaces/msg/Time"}) {
    const auto library = rclcpp::get_typesupport_library(type, "rosidl_typesupport_cpp");
    const std::string end =
        "__get_message_type_support_handle__" + std::regex_replace(type, std::regex("/"), "__");
    const auto* const handle =
        call<rosidl_message_type_support_t>(*library, "rosidl_typesupport_cpp" + end);
    EXPECT_EQ(handle, to_handle(find_message_type(type)));
    EXPECT_EQ(
        call<rosidl_message_type_support_t>(*library, "rosidl_typesupport_introspection_cpp" + end),
        handle->func(handle, "rosidl_typesupport_introspection_cpp"));
  }
}

TEST(TypeSupportLibraries, HaveTheFunctionsOfCForServicesAndActions) {
  const auto library =
      rclcpp::get_typesupport_library("test_msgs/msg/Empty", "rosidl_typesupport_cpp");
  const std::string start = "rosidl_typesupport_cpp__get_";
  EXPECT_EQ(call<rosidl_service_type_support_t>(
                *library, start + "service_type_support_handle__test_msgs__srv__Empty"),
            to_handle(find_service_type("test_msgs/srv/Empty")));
  EXPECT_EQ(call<rosidl_action_type_support_t>(
                *library, start + "action_type_support_handle__test_msgs__action__Fibonacci"),
            to_handle(find_action_type("test_msgs/action/Fibonacci")));
  const auto* const goals = call<rosidl_service_type_support_t>(
      *library,
      "rosidl_typesupport_introspection_cpp__get_service_type_support_handle__"
      "test_msgs__action__Fibonacci_SendGoal");
  EXPECT_STREQ(goals->typesupport_identifier, "rosidl_typesupport_introspection_cpp");
}

TEST(TypeSupportLibraries, LackTypesAndPackages) {
  EXPECT_THROW(rclcpp::get_typesupport_library("invalid/message", "rosidl_typesupport_cpp"),
               std::runtime_error);
  const std::string invalid = "test_msgs/msg/InvalidType";
  const auto library = rclcpp::get_typesupport_library(invalid, "rosidl_typesupport_cpp");
  EXPECT_THROW(rclcpp::get_message_typesupport_handle(invalid, "rosidl_typesupport_cpp", *library),
               std::runtime_error);
  EXPECT_THROW(rclcpp::get_service_typesupport_handle(invalid, "rosidl_typesupport_cpp", *library),
               std::runtime_error);
  EXPECT_THROW(rclcpp::get_message_typesupport_handle("test_msgs/msg/Empty",
                                                      "rosidl_typesupport_fastrtps_cpp", *library),
               std::runtime_error);
}

TEST(TypeSupportHandles, OfATypeAreOne) {
  const auto* const handle =
      rosidl_typesupport_cpp::get_message_type_support_handle<std_msgs::msg::String>();
  EXPECT_EQ(handle, to_handle(find_message_type("std_msgs/msg/String")));
  EXPECT_EQ(handle, &rclcpp::get_message_type_support_handle<std_msgs::msg::String>());
  EXPECT_EQ(&to_type_support(handle), &msg::type_support<std_msgs::msg::String>());
}

TEST(TypeSupportHandles, OfAnAdaptedTypeAreThoseOfItsMessage) {
  using Adapted = rclcpp::TypeAdapter<Letters, std_msgs::msg::String>;
  EXPECT_EQ(&rclcpp::get_message_type_support_handle<Adapted>(),
            &rclcpp::get_message_type_support_handle<std_msgs::msg::String>());
}

TEST(TypeSupportHandles, HaveTheTypesHash) {
  const auto* const handle =
      rosidl_typesupport_cpp::get_message_type_support_handle<std_msgs::msg::String>();
  const rosidl_type_hash_t* const hash = handle->get_type_hash_func(handle);
  ASSERT_NE(hash, nullptr);
  char* text = nullptr;
  ASSERT_EQ(rosidl_stringify_type_hash(hash, rcutils_get_default_allocator(), &text),
            RCUTILS_RET_OK);
  EXPECT_STREQ(text, "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18");
  rosidl_type_hash_t again = rosidl_get_zero_initialized_type_hash();
  EXPECT_EQ(rosidl_parse_type_hash_string(text, &again), RCUTILS_RET_OK);
  EXPECT_TRUE(std::equal(std::begin(again.value), std::end(again.value), std::begin(hash->value)));
  text[10] = 'x';
  EXPECT_EQ(rosidl_parse_type_hash_string(text, &again), RCUTILS_RET_INVALID_ARGUMENT);
  std::free(text);
}

TEST(TypeSupportHandles, OfAServiceLeadToItsMessages) {
  const auto* const handle =
      rosidl_typesupport_cpp::get_service_type_support_handle<std_srvs::srv::SetBool>();
  EXPECT_EQ(&to_type_support(handle->request_typesupport),
            &msg::type_support<std_srvs::srv::SetBool::Request>());
  EXPECT_EQ(&to_type_support(handle->event_typesupport),
            &msg::type_support<std_srvs::srv::SetBool::Event>());
  ASSERT_NE(handle->get_type_hash_func(handle), nullptr);
  EXPECT_EQ(handle->get_type_hash_func(handle)->version, 1);
}

TEST(TypeSupportHandles, OfOthersAreRefused) {
  EXPECT_THROW((void)to_type_support(nullptr), exceptions::RCLInvalidArgument);
  const rosidl_message_type_support_t foreign{"rosidl_typesupport_cpp", nullptr, nullptr, nullptr};
  EXPECT_THROW((void)to_type_support(&foreign), exceptions::RCLInvalidArgument);
}

}  // namespace
}  // namespace baton::generic
