// SPDX-License-Identifier: Apache-2.0
// The messages that packages test with: <test_msgs/message_fixtures.hpp>.
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "test_msgs/message_fixtures.hpp"

namespace baton::generic {
namespace {

template <class Pointers>
void expect_to_survive_as_bytes(const Pointers& messages) {
  using Message = typename Pointers::value_type::element_type;
  ASSERT_FALSE(messages.empty());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Message>().serialize_message(messages[i].get(), &bytes);
    Message read;
    rclcpp::Serialization<Message>().deserialize_message(&bytes, &read);
    EXPECT_EQ(read, *messages[i]) << i;
    for (std::size_t other = 0; other < i; ++other) EXPECT_NE(*messages[other], *messages[i]);
  }
}

TEST(MessageFixtures, AreDifferentAndSurviveAsBytes) {
  expect_to_survive_as_bytes(get_messages_empty());
  expect_to_survive_as_bytes(get_messages_basic_types());
  expect_to_survive_as_bytes(get_messages_constants());
  expect_to_survive_as_bytes(get_messages_defaults());
  expect_to_survive_as_bytes(get_messages_strings());
  expect_to_survive_as_bytes(get_messages_wstrings());
  expect_to_survive_as_bytes(get_messages_arrays());
  expect_to_survive_as_bytes(get_messages_bounded_sequences());
  expect_to_survive_as_bytes(get_messages_bounded_plain_sequences());
  expect_to_survive_as_bytes(get_messages_unbounded_sequences());
  expect_to_survive_as_bytes(get_messages_nested());
  expect_to_survive_as_bytes(get_messages_multi_nested());
  expect_to_survive_as_bytes(get_messages_builtins());
}

TEST(MessageFixtures, HoldTheLimitsOfNumbersAndFullBoundedStrings) {
  const auto numbers = get_messages_basic_types();
  ASSERT_EQ(numbers.size(), 4U);
  EXPECT_EQ(numbers[2]->uint64_value, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(numbers[3]->int8_value, std::numeric_limits<std::int8_t>::lowest());
  EXPECT_EQ(get_messages_strings().back()->bounded_string_value.size(), 22U);
}

}  // namespace
}  // namespace baton::generic
