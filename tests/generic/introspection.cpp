// SPDX-License-Identifier: Apache-2.0
// Messages that are read and written through ROS's introspection alone.
#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "rosidl_typesupport_introspection_cpp/field_types.hpp"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/service_type_support_decl.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/multi_nested.hpp"
#include "test_msgs/msg/unbounded_sequences.hpp"

namespace baton::generic {
namespace {

using rosidl_typesupport_introspection_cpp::MessageMember;
using rosidl_typesupport_introspection_cpp::MessageMembers;
using test_msgs::msg::Arrays;
using test_msgs::msg::BasicTypes;
using test_msgs::msg::MultiNested;
using test_msgs::msg::UnboundedSequences;

template <class M>
const MessageMembers& members_of() {
  const auto* const handle =
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<M>();
  return *static_cast<const MessageMembers*>(handle->data);
}

const MessageMember& member(const MessageMembers& members, std::string_view name) {
  for (std::uint32_t i = 0; i < members.member_count_; ++i) {
    if (members.members_[i].name_ == name) return members.members_[i];
  }
  throw std::out_of_range(std::string(name));
}

void* field(void* message, const MessageMember& of) {
  return static_cast<std::byte*>(message) + of.offset_;
}

TEST(TypeIntrospection, NamesTypeAndFieldsAsRosDoes) {
  const MessageMembers& members = members_of<BasicTypes>();
  EXPECT_STREQ(members.message_namespace_, "test_msgs::msg");
  EXPECT_STREQ(members.message_name_, "BasicTypes");
  EXPECT_EQ(members.size_of_, sizeof(BasicTypes));
  EXPECT_EQ(member(members, "bool_value").type_id_,
            rosidl_typesupport_introspection_cpp::ROS_TYPE_BOOLEAN);
  EXPECT_EQ(member(members, "byte_value").type_id_,
            rosidl_typesupport_introspection_cpp::ROS_TYPE_OCTET);
  EXPECT_EQ(member(members, "float64_value").type_id_,
            rosidl_typesupport_introspection_cpp::ROS_TYPE_DOUBLE);
  EXPECT_FALSE(member(members, "bool_value").is_array_);
}

TEST(TypeIntrospection, HandlesOfBothFormsLeadToEachOther) {
  const auto* const handle =
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<BasicTypes>();
  EXPECT_STREQ(handle->typesupport_identifier,
               rosidl_typesupport_introspection_cpp::typesupport_identifier);
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_cpp"),
            to_handle(msg::type_support<BasicTypes>()));
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_fastrtps_cpp"), nullptr);
  EXPECT_EQ(&to_type_support(handle), &msg::type_support<BasicTypes>());
}

TEST(TypeIntrospection, MakesAndEndsMessages) {
  const MessageMembers& members = members_of<UnboundedSequences>();
  alignas(UnboundedSequences) std::byte memory[sizeof(UnboundedSequences)];
  members.init_function(memory, rosidl_runtime_cpp::MessageInitialization::ALL);
  EXPECT_EQ(*reinterpret_cast<UnboundedSequences*>(memory), UnboundedSequences());
  members.fini_function(memory);
}

TEST(TypeIntrospection, SequencesOfNumbersGrowAndAreWritten) {
  UnboundedSequences message;
  const MessageMember& doubles = member(members_of<UnboundedSequences>(), "float64_values");
  void* const at = field(&message, doubles);
  EXPECT_TRUE(doubles.is_array_);
  EXPECT_EQ(doubles.array_size_, 0U);
  doubles.resize_function(at, 3);
  *static_cast<double*>(doubles.get_function(at, 1)) = 2.5;
  const double value = 7;
  doubles.assign_function(at, 2, &value);
  EXPECT_THAT(message.float64_values, ::testing::ElementsAre(0, 2.5, 7));
  EXPECT_EQ(doubles.size_function(at), 3U);
  double fetched = 0;
  doubles.fetch_function(at, 1, &fetched);
  EXPECT_EQ(fetched, 2.5);
}

TEST(TypeIntrospection, SequencesOfStringsHoldBatonsStrings) {
  UnboundedSequences message;
  message.string_values = {"one"};
  const MessageMember& strings = member(members_of<UnboundedSequences>(), "string_values");
  void* const at = field(&message, strings);
  strings.resize_function(at, 2);
  const msg::String two("two");
  strings.assign_function(at, 1, &two);
  EXPECT_THAT(message.string_values, ::testing::ElementsAre("one", "two"));
  EXPECT_EQ(*static_cast<const msg::String*>(strings.get_const_function(at, 0)), "one");
}

TEST(TypeIntrospection, SequencesOfMessagesKeepTheirElementsWhenTheyGrow) {
  MultiNested message;
  const MessageMember& nested = member(members_of<MultiNested>(), "unbounded_sequence_of_arrays");
  void* const at = field(&message, nested);
  nested.resize_function(at, 1);
  auto& first = *static_cast<Arrays*>(nested.get_function(at, 0));
  EXPECT_EQ(first, Arrays());
  first.string_values[2] = "a text that is longer than any short string could be";
  first.int32_values[0] = 5;
  const Arrays kept = first;
  nested.resize_function(at, 100);
  ASSERT_EQ(nested.size_function(at), 100U);
  EXPECT_EQ(message.unbounded_sequence_of_arrays[0], kept);
  EXPECT_EQ(message.unbounded_sequence_of_arrays[99], Arrays());
  nested.assign_function(at, 99, &kept);
  Arrays fetched;
  nested.fetch_function(at, 99, &fetched);
  EXPECT_EQ(fetched, kept);
  nested.resize_function(at, 1);
  EXPECT_EQ(message.unbounded_sequence_of_arrays.size(), 1U);
  EXPECT_EQ(message.unbounded_sequence_of_arrays[0], kept);
  message.unbounded_sequence_of_arrays.clear();
}

TEST(TypeIntrospection, ASequenceOfMessagesHasABoundToItsElements) {
  MultiNested message;
  const MessageMember& nested = member(members_of<MultiNested>(), "unbounded_sequence_of_arrays");
  EXPECT_THROW(nested.resize_function(field(&message, nested), std::size_t{1} << 40),
               std::length_error);
  EXPECT_TRUE(message.unbounded_sequence_of_arrays.empty());
}

TEST(TypeIntrospection, ArraysHaveTheirSizeAndCannotGrow) {
  Arrays message;
  const MessageMember& numbers = member(members_of<Arrays>(), "int32_values");
  const MessageMember& messages = member(members_of<Arrays>(), "basic_types_values");
  void* const at = field(&message, messages);
  EXPECT_EQ(numbers.array_size_, 3U);
  EXPECT_FALSE(numbers.is_upper_bound_);
  EXPECT_EQ(numbers.size_function(&message), 3U);
  EXPECT_EQ(numbers.resize_function, nullptr);
  static_cast<BasicTypes*>(messages.get_function(at, 2))->uint8_value = 9;
  EXPECT_EQ(message.basic_types_values[2].uint8_value, 9);
  EXPECT_EQ(messages.size_function(at), 3U);
  EXPECT_EQ(messages.members_->data, &members_of<BasicTypes>());
}

TEST(TypeIntrospection, BoundsAreToldAndLeftToTheCaller) {
  const MessageMember& bounded =
      member(members_of<test_msgs::msg::BoundedSequences>(), "int32_values");
  EXPECT_EQ(bounded.array_size_, 3U);
  EXPECT_TRUE(bounded.is_upper_bound_);
}

TEST(TypeIntrospection, OfAServiceLeadsToItsMessages) {
  const auto* const handle = rosidl_typesupport_introspection_cpp::get_service_type_support_handle<
      std_srvs::srv::SetBool>();
  const auto& members =
      *static_cast<const rosidl_typesupport_introspection_cpp::ServiceMembers*>(handle->data);
  EXPECT_STREQ(members.service_namespace_, "std_srvs::srv");
  EXPECT_STREQ(members.service_name_, "SetBool");
  EXPECT_EQ(members.request_members_, &members_of<std_srvs::srv::SetBool::Request>());
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_cpp"),
            to_handle(msg::service_type_support<std_srvs::srv::SetBool>()));
}

}  // namespace
}  // namespace baton::generic
