// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/parameter_type.hpp>
#include <rcl_interfaces/msg/parameter_value.hpp>

namespace rclcpp {

// Not a scoped enumeration: users write baton::PARAMETER_BOOL.
enum ParameterType : std::uint8_t {
  PARAMETER_NOT_SET = rcl_interfaces::msg::ParameterType::PARAMETER_NOT_SET,
  PARAMETER_BOOL = rcl_interfaces::msg::ParameterType::PARAMETER_BOOL,
  PARAMETER_INTEGER = rcl_interfaces::msg::ParameterType::PARAMETER_INTEGER,
  PARAMETER_DOUBLE = rcl_interfaces::msg::ParameterType::PARAMETER_DOUBLE,
  PARAMETER_STRING = rcl_interfaces::msg::ParameterType::PARAMETER_STRING,
  PARAMETER_BYTE_ARRAY = rcl_interfaces::msg::ParameterType::PARAMETER_BYTE_ARRAY,
  PARAMETER_BOOL_ARRAY = rcl_interfaces::msg::ParameterType::PARAMETER_BOOL_ARRAY,
  PARAMETER_INTEGER_ARRAY = rcl_interfaces::msg::ParameterType::PARAMETER_INTEGER_ARRAY,
  PARAMETER_DOUBLE_ARRAY = rcl_interfaces::msg::ParameterType::PARAMETER_DOUBLE_ARRAY,
  PARAMETER_STRING_ARRAY = rcl_interfaces::msg::ParameterType::PARAMETER_STRING_ARRAY,
};

/// The name of a type: "integer", "string_array", "not set".
BATON_PUBLIC std::string to_string(ParameterType type);
BATON_PUBLIC std::ostream& operator<<(std::ostream& stream, ParameterType type);

/// A parameter has another type than the one it is read as.
class BATON_PUBLIC ParameterTypeException : public std::runtime_error {
 public:
  ParameterTypeException(ParameterType expected, ParameterType actual)
      : std::runtime_error("expected [" + to_string(expected) + "] got [" + to_string(actual) +
                           "]") {}
};

class ParameterValue;

/// "true", "3", "0.500000", "[1, 2]", bytes as "[0x1, 0xff]"; a string as it is; "not set".
BATON_PUBLIC std::string to_string(const ParameterValue& value);

namespace detail {

/// In the order of ParameterType, which is the index.
using ParameterStorage =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::uint8_t>,
                 std::vector<bool>, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>>;

/// The type that a parameter must have to be read as a T. Any integer type reads an integer. Any
/// type that converts to std::string reads a string.
template <class T>
constexpr ParameterType parameter_type_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return PARAMETER_BOOL;
  } else if constexpr (std::is_integral_v<T>) {
    return PARAMETER_INTEGER;
  } else if constexpr (std::is_floating_point_v<T>) {
    return PARAMETER_DOUBLE;
  } else if constexpr (std::is_convertible_v<T, std::string>) {
    return PARAMETER_STRING;
  } else if constexpr (std::is_convertible_v<T, const std::vector<std::uint8_t>&>) {
    return PARAMETER_BYTE_ARRAY;
  } else if constexpr (std::is_convertible_v<T, const std::vector<bool>&>) {
    return PARAMETER_BOOL_ARRAY;
  } else if constexpr (std::is_convertible_v<T, const std::vector<int>&> ||
                       std::is_convertible_v<T, const std::vector<std::int64_t>&>) {
    return PARAMETER_INTEGER_ARRAY;
  } else if constexpr (std::is_convertible_v<T, const std::vector<float>&> ||
                       std::is_convertible_v<T, const std::vector<double>&>) {
    return PARAMETER_DOUBLE_ARRAY;
  } else if constexpr (std::is_convertible_v<T, const std::vector<std::string>&>) {
    return PARAMETER_STRING_ARRAY;
  } else {
    return PARAMETER_NOT_SET;
  }
}

}  // namespace detail

/// A value of one of the types that parameters have, or none. A value type; not thread-safe.
class ParameterValue {
 public:
  /// A value that is not set.
  ParameterValue() = default;
  /// Throws exceptions::UnknownTypeError when the message names an unknown type.
  BATON_PUBLIC explicit ParameterValue(const rcl_interfaces::msg::ParameterValue& message);
  explicit ParameterValue(bool value) : value_(value) {}
  explicit ParameterValue(int value) : value_(std::int64_t{value}) {}
  explicit ParameterValue(std::int64_t value) : value_(value) {}
  explicit ParameterValue(float value) : value_(double{value}) {}
  explicit ParameterValue(double value) : value_(value) {}
  explicit ParameterValue(const std::string& value) : value_(value) {}
  explicit ParameterValue(const char* value) : value_(std::string(value)) {}
  explicit ParameterValue(const std::vector<std::uint8_t>& value) : value_(value) {}
  explicit ParameterValue(const std::vector<bool>& value) : value_(value) {}
  explicit ParameterValue(const std::vector<int>& value)
      : value_(std::vector<std::int64_t>(value.begin(), value.end())) {}
  explicit ParameterValue(const std::vector<std::int64_t>& value) : value_(value) {}
  explicit ParameterValue(const std::vector<float>& value)
      : value_(std::vector<double>(value.begin(), value.end())) {}
  explicit ParameterValue(const std::vector<double>& value) : value_(value) {}
  explicit ParameterValue(const std::vector<std::string>& value) : value_(value) {}

  ParameterType get_type() const { return static_cast<ParameterType>(value_.index()); }
  BATON_PUBLIC rcl_interfaces::msg::ParameterValue to_value_msg() const;

  /// Compares type and value. As with doubles, NaN equals nothing.
  bool operator==(const ParameterValue& other) const { return value_ == other.value_; }
  bool operator!=(const ParameterValue& other) const { return value_ != other.value_; }

  /// get<PARAMETER_INTEGER>(): a reference that is valid as long as this value does not change.
  /// Throws ParameterTypeException for any other type; nothing is converted.
  template <ParameterType Type, std::enable_if_t<Type != PARAMETER_NOT_SET, int> = 0>
  const auto& get() const {
    if (get_type() != Type) throw ParameterTypeException(Type, get_type());
    return *std::get_if<static_cast<std::size_t>(Type)>(&value_);
  }

  /// get<int>(), get<std::string>(), get<std::vector<float>>(): reads by a C++ type. The result has
  /// the stored type: std::int64_t, double, std::string or a std::vector of those.
  template <class T, std::enable_if_t<detail::parameter_type_of<T>() != PARAMETER_NOT_SET, int> = 0>
  const auto& get() const {
    return get<detail::parameter_type_of<T>()>();
  }

 private:
  friend std::string to_string(const ParameterValue& value);

  detail::ParameterStorage value_;
};

}  // namespace rclcpp
