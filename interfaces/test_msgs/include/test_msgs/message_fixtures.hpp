// SPDX-License-Identifier: Apache-2.0
// A few messages of each type to test with: zeros, ones, greatest and least values, and what is in
// the sequences full, in part and not at all.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <test_msgs/msg/arrays.hpp>
#include <test_msgs/msg/basic_types.hpp>
#include <test_msgs/msg/bounded_plain_sequences.hpp>
#include <test_msgs/msg/bounded_sequences.hpp>
#include <test_msgs/msg/builtins.hpp>
#include <test_msgs/msg/constants.hpp>
#include <test_msgs/msg/defaults.hpp>
#include <test_msgs/msg/empty.hpp>
#include <test_msgs/msg/multi_nested.hpp>
#include <test_msgs/msg/nested.hpp>
#include <test_msgs/msg/strings.hpp>
#include <test_msgs/msg/unbounded_sequences.hpp>
#include <test_msgs/msg/w_strings.hpp>

namespace test_msgs_fixtures {

/// Every number of a message of type BasicTypes, or of a request or response with the same fields.
template <class Numbers>
void set_numbers(Numbers& numbers, bool truth, int value) {
  numbers.bool_value = truth;
  numbers.byte_value = static_cast<std::uint8_t>(value);
  numbers.char_value = static_cast<std::uint8_t>(value);
  numbers.float32_value = static_cast<float>(value);
  numbers.float64_value = value;
  numbers.int8_value = static_cast<std::int8_t>(value);
  numbers.uint8_value = static_cast<std::uint8_t>(value);
  numbers.int16_value = static_cast<std::int16_t>(value);
  numbers.uint16_value = static_cast<std::uint16_t>(value);
  numbers.int32_value = value;
  numbers.uint32_value = static_cast<std::uint32_t>(value);
  numbers.int64_value = value;
  numbers.uint64_value = static_cast<std::uint64_t>(value);
}

template <class Numbers>
void set_limits(Numbers& numbers, bool greatest) {
  const auto set = [greatest](auto& value) {
    using Limits = std::numeric_limits<std::remove_reference_t<decltype(value)>>;
    value = greatest ? Limits::max() : Limits::lowest();
  };
  set_numbers(numbers, greatest, 0);
  set(numbers.byte_value);
  set(numbers.char_value);
  set(numbers.int8_value);
  set(numbers.uint8_value);
  set(numbers.int16_value);
  set(numbers.uint16_value);
  set(numbers.int32_value);
  set(numbers.uint32_value);
  set(numbers.int64_value);
  set(numbers.uint64_value);
}

template <class Numbers>
std::vector<std::shared_ptr<Numbers>> numbers() {
  std::vector<std::shared_ptr<Numbers>> made;
  for (int i = 0; i < 4; ++i) made.push_back(std::make_shared<Numbers>());
  set_numbers(*made[0], false, 0);
  set_numbers(*made[1], true, 1);
  set_limits(*made[2], true);
  set_limits(*made[3], false);
  return made;
}

/// Three elements in every array or sequence of plain values.
template <class Message>
void set_plain_elements(Message& message) {
  const auto examples = numbers<test_msgs::msg::BasicTypes>();
  message.bool_values = {false, true, false};
  message.byte_values = {0, 1, 255};
  message.char_values = {0, 1, 127};
  message.float32_values = {1.125F, 0.0F, -2.125F};
  message.float64_values = {1.125, 0.0, -2.125};
  message.int8_values = {0, 127, -128};
  message.uint8_values = {0, 1, 255};
  message.int16_values = {0, 32767, -32768};
  message.uint16_values = {0, 1, 65535};
  message.int32_values = {0, 2147483647, std::numeric_limits<std::int32_t>::lowest()};
  message.uint32_values = {0, 1, 4294967295};
  message.int64_values = {0, std::numeric_limits<std::int64_t>::max(),
                          std::numeric_limits<std::int64_t>::lowest()};
  message.uint64_values = {0, 1, std::numeric_limits<std::uint64_t>::max()};
  message.basic_types_values = {*examples[0], *examples[1], *examples[2]};
}

template <class Message>
void set_elements(Message& message) {
  set_plain_elements(message);
  message.string_values = {"", "max value", "optional min value"};
  message.constants_values = {test_msgs::msg::Constants(), test_msgs::msg::Constants(),
                              test_msgs::msg::Constants()};
  message.defaults_values = {test_msgs::msg::Defaults(), test_msgs::msg::Defaults(),
                             test_msgs::msg::Defaults()};
}

/// Sequences that are full, and those that are empty; a number tells the two messages apart.
template <class Sequences>
std::vector<std::shared_ptr<Sequences>> sequences() {
  auto full = std::make_shared<Sequences>();
  if constexpr (std::is_same_v<Sequences, test_msgs::msg::BoundedPlainSequences>) {
    set_plain_elements(*full);
  } else {
    set_elements(*full);
  }
  full->alignment_check = 1;
  auto empty = std::make_shared<Sequences>();
  empty->alignment_check = 2;
  return {full, empty};
}

}  // namespace test_msgs_fixtures

inline std::vector<test_msgs::msg::Empty::SharedPtr> get_messages_empty() {
  return {std::make_shared<test_msgs::msg::Empty>()};
}

inline std::vector<test_msgs::msg::BasicTypes::SharedPtr> get_messages_basic_types() {
  return test_msgs_fixtures::numbers<test_msgs::msg::BasicTypes>();
}

inline std::vector<test_msgs::msg::Constants::SharedPtr> get_messages_constants() {
  return {std::make_shared<test_msgs::msg::Constants>()};
}

inline std::vector<test_msgs::msg::Defaults::SharedPtr> get_messages_defaults() {
  return {std::make_shared<test_msgs::msg::Defaults>()};
}

inline std::vector<test_msgs::msg::Strings::SharedPtr> get_messages_strings() {
  std::vector<test_msgs::msg::Strings::SharedPtr> made;
  const std::string longest(22, 'x');
  for (const auto& [text, bounded] :
       {std::pair<std::string, std::string>("", ""),
        std::pair<std::string, std::string>("Hello world!", "Hello world!"),
        std::pair<std::string, std::string>("Hell\xC3\xB6 W\xC3\xB6rld!",
                                            "Hell\xC3\xB6 W\xC3\xB6rld!"),
        std::pair<std::string, std::string>(std::string(20000, '*'), longest)}) {
    made.push_back(std::make_shared<test_msgs::msg::Strings>());
    made.back()->string_value = text;
    made.back()->bounded_string_value = bounded;
  }
  return made;
}

inline std::vector<test_msgs::msg::WStrings::SharedPtr> get_messages_wstrings() {
  std::vector<test_msgs::msg::WStrings::SharedPtr> made;
  for (const std::u16string text :
       {u"", u"ascii", u"Hell\u00F6 W\u00F6rld!", u"\u30CF\u30ED\u30FC"}) {
    made.push_back(std::make_shared<test_msgs::msg::WStrings>());
    made.back()->wstring_value = text;
    made.back()->array_of_wstrings[0] = text;
    made.back()->array_of_wstrings[2] = u"three";
    made.back()->bounded_sequence_of_wstrings = {text, u"two"};
    made.back()->unbounded_sequence_of_wstrings = {text, u"two", u"three", u"four"};
  }
  return made;
}

inline std::vector<test_msgs::msg::Arrays::SharedPtr> get_messages_arrays() {
  auto message = std::make_shared<test_msgs::msg::Arrays>();
  test_msgs_fixtures::set_elements(*message);
  message->alignment_check = 1;
  return {message};
}

inline std::vector<test_msgs::msg::BoundedSequences::SharedPtr> get_messages_bounded_sequences() {
  return test_msgs_fixtures::sequences<test_msgs::msg::BoundedSequences>();
}

inline std::vector<test_msgs::msg::BoundedPlainSequences::SharedPtr>
get_messages_bounded_plain_sequences() {
  return test_msgs_fixtures::sequences<test_msgs::msg::BoundedPlainSequences>();
}

inline std::vector<test_msgs::msg::UnboundedSequences::SharedPtr>
get_messages_unbounded_sequences() {
  return test_msgs_fixtures::sequences<test_msgs::msg::UnboundedSequences>();
}

inline std::vector<test_msgs::msg::Nested::SharedPtr> get_messages_nested() {
  std::vector<test_msgs::msg::Nested::SharedPtr> made;
  for (const auto& numbers : get_messages_basic_types()) {
    made.push_back(std::make_shared<test_msgs::msg::Nested>());
    made.back()->basic_types_value = *numbers;
  }
  return made;
}

inline std::vector<test_msgs::msg::MultiNested::SharedPtr> get_messages_multi_nested() {
  const auto arrays = *get_messages_arrays().front();
  const auto bounded = *get_messages_bounded_sequences().front();
  const auto unbounded = *get_messages_unbounded_sequences().front();
  auto message = std::make_shared<test_msgs::msg::MultiNested>();
  message->array_of_arrays = {arrays, arrays, arrays};
  message->array_of_bounded_sequences = {bounded, bounded, bounded};
  message->array_of_unbounded_sequences = {unbounded, unbounded, unbounded};
  message->bounded_sequence_of_arrays = {arrays, arrays};
  message->bounded_sequence_of_bounded_sequences = {bounded, bounded};
  message->bounded_sequence_of_unbounded_sequences = {unbounded, unbounded};
  message->unbounded_sequence_of_arrays = {arrays};
  message->unbounded_sequence_of_bounded_sequences = {bounded};
  message->unbounded_sequence_of_unbounded_sequences = {unbounded};
  return {message};
}

inline std::vector<test_msgs::msg::Builtins::SharedPtr> get_messages_builtins() {
  auto message = std::make_shared<test_msgs::msg::Builtins>();
  message->duration_value.sec = -1234567890;
  message->duration_value.nanosec = 123456789;
  message->time_value.sec = -1234567890;
  message->time_value.nanosec = 987654321;
  return {message};
}
