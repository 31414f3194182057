// SPDX-License-Identifier: Apache-2.0
// Messages as bytes, with the functions of rclcpp and of rmw.
#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "rclcpp/exceptions.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rmw/rmw.h"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "std_msgs/msg/string.hpp"

namespace baton::generic {
namespace {

using std_msgs::msg::String;

String text(const char* data) {
  String message;
  message.data = data;
  return message;
}

const rosidl_message_type_support_t* string_handle() {
  return rosidl_typesupport_cpp::get_message_type_support_handle<String>();
}

TEST(SerializedMessages, AreMadeAndReadByAHandle) {
  const rclcpp::SerializationBase base(string_handle());
  const String sent = text("hello");
  rclcpp::SerializedMessage bytes;
  base.serialize_message(&sent, &bytes);
  String read;
  rclcpp::SerializationBase(
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<String>())
      .deserialize_message(&bytes, &read);
  EXPECT_EQ(read, sent);
  rclcpp::SerializedMessage same;
  rclcpp::Serialization<String>().serialize_message(&sent, &same);
  EXPECT_EQ(bytes.size(), same.size());
}

TEST(SerializedMessages, CannotBeMadeByAForeignHandle) {
  EXPECT_THROW(
      rclcpp::SerializationBase(static_cast<const rosidl_message_type_support_t*>(nullptr)),
      rclcpp::exceptions::RCLInvalidArgument);
}

TEST(SerializedMessages, GiveTheirMemoryAwayAndTakeIt) {
  rclcpp::SerializedMessage one(16);
  one.get_rcl_serialized_message().buffer[0] = 7;
  one.get_rcl_serialized_message().buffer_length = 1;
  rcl_serialized_message_t given = one.release_rcl_serialized_message();
  EXPECT_EQ(one.size(), 0U);
  EXPECT_EQ(one.capacity(), 0U);
  one.reserve(8);  // is usable still
  EXPECT_EQ(given.buffer_capacity, 16U);
  const void* const memory = given.buffer;
  const rclcpp::SerializedMessage other(std::move(given));
  EXPECT_EQ(other.get_rcl_serialized_message().buffer, memory);
  EXPECT_EQ(other.get_rcl_serialized_message().buffer[0], 7);
}

TEST(SerializedMessages, TakeMemoryOverInAnAssignment) {
  auto allocator = rcutils_get_default_allocator();
  rcl_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  ASSERT_EQ(rmw_serialized_message_init(&bytes, 4, &allocator), RMW_RET_OK);
  const void* const memory = bytes.buffer;
  rclcpp::SerializedMessage message(100);
  message = std::move(bytes);
  EXPECT_EQ(message.get_rcl_serialized_message().buffer, memory);
  EXPECT_EQ(message.capacity(), 4U);
}

struct Counted {
  int allocated = 0;
  int freed = 0;

  rcutils_allocator_t allocator() {
    return {[](std::size_t size, void* state) {
              ++static_cast<Counted*>(state)->allocated;
              return std::malloc(size);
            },
            [](void* memory, void* state) {
              if (memory != nullptr) ++static_cast<Counted*>(state)->freed;
              std::free(memory);
            },
            [](void* memory, std::size_t size, void* state) {
              if (memory == nullptr) ++static_cast<Counted*>(state)->allocated;
              return std::realloc(memory, size);
            },
            [](std::size_t count, std::size_t size, void*) { return std::calloc(count, size); },
            this};
  }
};

TEST(SerializedMessages, UseTheirAllocator) {
  Counted counted;
  {
    const rclcpp::SerializedMessage message(8, counted.allocator());
    const rclcpp::SerializedMessage copy(message);
  }
  EXPECT_EQ(counted.allocated, 1);  // the empty copy needs none
  EXPECT_EQ(counted.freed, 1);
  EXPECT_THROW(rclcpp::SerializedMessage(8, rcutils_get_zero_initialized_allocator()),
               rclcpp::exceptions::RCLInvalidArgument);
}

TEST(BytesOfRmw, GoBothWays) {
  auto allocator = rcutils_get_default_allocator();
  rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  ASSERT_EQ(rmw_serialized_message_init(&bytes, 0, &allocator), RMW_RET_OK);
  const String sent = text("hello");
  ASSERT_EQ(rmw_serialize(&sent, string_handle(), &bytes), RMW_RET_OK);
  EXPECT_EQ(bytes.buffer_length, 14U);
  String read;
  EXPECT_EQ(rmw_deserialize(&bytes, string_handle(), &read), RMW_RET_OK);
  EXPECT_EQ(read, sent);
  EXPECT_EQ(rmw_serialized_message_fini(&bytes), RMW_RET_OK);
}

TEST(BytesOfRmw, ThatAreNoMessageAreAnError) {
  std::uint8_t few[] = {0, 1, 0, 0, 200};
  rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  bytes.buffer = few;
  bytes.buffer_length = bytes.buffer_capacity = sizeof few;
  String read;
  EXPECT_EQ(rmw_deserialize(&bytes, string_handle(), &read), RMW_RET_ERROR);
  EXPECT_EQ(rmw_deserialize(nullptr, string_handle(), &read), RMW_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rmw_deserialize(&bytes, nullptr, &read), RMW_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rmw_serialize(nullptr, string_handle(), &bytes), RMW_RET_INVALID_ARGUMENT);
}

TEST(BytesOfRmw, MayLieInMemoryThatWasMadeBefore) {
  auto allocator = rcutils_get_default_allocator();
  rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  ASSERT_EQ(rmw_serialized_message_init(&bytes, 64, &allocator), RMW_RET_OK);
  const void* const memory = bytes.buffer;
  const String sent = text("hello");
  ASSERT_EQ(rmw_serialize(&sent, string_handle(), &bytes), RMW_RET_OK);
  EXPECT_EQ(bytes.buffer, memory);
  EXPECT_EQ(bytes.buffer_capacity, 64U);
  EXPECT_EQ(rmw_serialized_message_fini(&bytes), RMW_RET_OK);
}

}  // namespace
}  // namespace baton::generic
