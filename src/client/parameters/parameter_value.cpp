// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <baton/exceptions.hpp>
#include <baton/parameter_value.hpp>

namespace rclcpp {

namespace {

using Message = rcl_interfaces::msg::ParameterValue;

template <ParameterType Type, class Value>
constexpr bool is_stored_as =
    std::is_same_v<std::variant_alternative_t<Type, detail::ParameterStorage>, Value>;
static_assert(is_stored_as<PARAMETER_NOT_SET, std::monostate>);
static_assert(is_stored_as<PARAMETER_BOOL, bool>);
static_assert(is_stored_as<PARAMETER_INTEGER, std::int64_t>);
static_assert(is_stored_as<PARAMETER_DOUBLE, double>);
static_assert(is_stored_as<PARAMETER_STRING, std::string>);
static_assert(is_stored_as<PARAMETER_BYTE_ARRAY, std::vector<std::uint8_t>>);
static_assert(is_stored_as<PARAMETER_BOOL_ARRAY, std::vector<bool>>);
static_assert(is_stored_as<PARAMETER_INTEGER_ARRAY, std::vector<std::int64_t>>);
static_assert(is_stored_as<PARAMETER_DOUBLE_ARRAY, std::vector<double>>);
static_assert(is_stored_as<PARAMETER_STRING_ARRAY, std::vector<std::string>>);
static_assert(std::variant_size_v<detail::ParameterStorage> == PARAMETER_STRING_ARRAY + 1);

template <class Sequence>
auto standard(const Sequence& sequence) {
  using Element = std::remove_cvref_t<decltype(*sequence.begin())>;
  return std::vector<Element>(sequence.begin(), sequence.end());
}

detail::ParameterStorage storage_of(const Message& message) {
  switch (message.type) {
    case PARAMETER_NOT_SET:
      return {};
    case PARAMETER_BOOL:
      return static_cast<bool>(message.bool_value);
    case PARAMETER_INTEGER:
      return std::int64_t{message.integer_value};
    case PARAMETER_DOUBLE:
      return double{message.double_value};
    case PARAMETER_STRING:
      return std::string(message.string_value);
    case PARAMETER_BYTE_ARRAY:
      return standard(message.byte_array_value);
    case PARAMETER_BOOL_ARRAY:
      return standard(message.bool_array_value);
    case PARAMETER_INTEGER_ARRAY:
      return standard(message.integer_array_value);
    case PARAMETER_DOUBLE_ARRAY:
      return standard(message.double_array_value);
    case PARAMETER_STRING_ARRAY: {
      std::vector<std::string> strings;
      for (const auto& string : message.string_array_value) strings.emplace_back(string);
      return strings;
    }
    default:
      throw exceptions::UnknownTypeError(std::to_string(message.type));
  }
}

template <class Values, class Format>
std::string list(const Values& values, Format format) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const auto& value : values) texts.push_back(format(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

struct Text {
  std::string operator()(std::monostate) const { return "not set"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return std::to_string(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::uint8_t>& values) const {
    // Streams, which ROS prints with, put no 0x before zero.
    return list(values, [](unsigned value) {
      return value == 0 ? std::string("0") : fmt::format("{:#x}", value);
    });
  }
  std::string operator()(const std::vector<bool>& values) const {
    return list(values, [this](bool value) { return (*this)(value); });
  }
  std::string operator()(const std::vector<std::int64_t>& values) const {
    return list(values, [this](std::int64_t value) { return (*this)(value); });
  }
  std::string operator()(const std::vector<double>& values) const {
    return list(values, [](double value) { return fmt::format("{:g}", value); });
  }
  std::string operator()(const std::vector<std::string>& values) const {
    return list(values, [](const std::string& value) { return value; });
  }
};

struct IntoMessage {
  Message& message;

  void operator()(std::monostate) const {}
  void operator()(bool value) const { message.bool_value = value; }
  void operator()(std::int64_t value) const { message.integer_value = value; }
  void operator()(double value) const { message.double_value = value; }
  void operator()(const std::string& value) const { message.string_value = value; }
  void operator()(const std::vector<std::uint8_t>& values) const {
    message.byte_array_value = values;
  }
  void operator()(const std::vector<bool>& values) const { message.bool_array_value = values; }
  void operator()(const std::vector<std::int64_t>& values) const {
    message.integer_array_value = values;
  }
  void operator()(const std::vector<double>& values) const { message.double_array_value = values; }
  void operator()(const std::vector<std::string>& values) const {
    message.string_array_value = values;
  }
};

}  // namespace

std::string to_string(ParameterType type) {
  switch (type) {
    case PARAMETER_NOT_SET:
      return "not set";
    case PARAMETER_BOOL:
      return "bool";
    case PARAMETER_INTEGER:
      return "integer";
    case PARAMETER_DOUBLE:
      return "double";
    case PARAMETER_STRING:
      return "string";
    case PARAMETER_BYTE_ARRAY:
      return "byte_array";
    case PARAMETER_BOOL_ARRAY:
      return "bool_array";
    case PARAMETER_INTEGER_ARRAY:
      return "integer_array";
    case PARAMETER_DOUBLE_ARRAY:
      return "double_array";
    case PARAMETER_STRING_ARRAY:
      return "string_array";
  }
  return "unknown type";
}

std::ostream& operator<<(std::ostream& stream, ParameterType type) {
  return stream << to_string(type);
}

ParameterValue::ParameterValue(const Message& message) : value_(storage_of(message)) {}

Message ParameterValue::to_value_msg() const {
  Message message;
  message.type = get_type();
  std::visit(IntoMessage{message}, value_);
  return message;
}

std::string to_string(const ParameterValue& value) { return std::visit(Text(), value.value_); }

}  // namespace rclcpp
