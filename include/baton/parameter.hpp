// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/parameter_value.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/parameter.hpp>

namespace rclcpp {

/// A name and a value. A value type; not thread-safe.
class BATON_PUBLIC Parameter {
 public:
  /// A parameter without a name and without a value.
  Parameter() = default;
  /// A parameter without a value.
  explicit Parameter(const std::string& name);
  Parameter(const std::string& name, const ParameterValue& value);
  /// Takes everything that a ParameterValue is made from: Parameter("rate", 10). With
  /// PARAMETER_NOT_SET the parameter has no value.
  template <class Value>
  Parameter(const std::string& name, Value value) : Parameter(name, value_of(value)) {}

  bool operator==(const Parameter& other) const {
    return name_ == other.name_ && value_ == other.value_;
  }
  bool operator!=(const Parameter& other) const { return !(*this == other); }

  ParameterType get_type() const;
  std::string get_type_name() const;
  const std::string& get_name() const;
  rcl_interfaces::msg::ParameterValue get_value_message() const;
  const ParameterValue& get_parameter_value() const;

  /// A reference into this parameter. Throws ParameterTypeException if the parameter has another
  /// type.
  template <ParameterType Type>
  decltype(auto) get_value() const {
    return value_.get<Type>();
  }
  /// A copy, as in rclcpp. T may also be ParameterValue or Parameter.
  /// Throws exceptions::InvalidParameterTypeException, which names the parameter, when it has
  /// another type.
  template <class T>
  auto get_value() const {
    if constexpr (std::is_same_v<T, ParameterValue>) {
      return value_;
    } else if constexpr (std::is_same_v<T, Parameter>) {
      return *this;
    } else {
      try {
        return value_.get<T>();
      } catch (const ParameterTypeException& error) {
        refuse(error);
      }
    }
  }

  // Throw ParameterTypeException when the parameter has another type. References
  // live as long as this parameter is not changed.
  bool as_bool() const;
  std::int64_t as_int() const;
  double as_double() const;
  const std::string& as_string() const;
  const std::vector<std::uint8_t>& as_byte_array() const;
  const std::vector<bool>& as_bool_array() const;
  const std::vector<std::int64_t>& as_integer_array() const;
  const std::vector<double>& as_double_array() const;
  const std::vector<std::string>& as_string_array() const;

  /// Throws exceptions::UnknownTypeError when the message names an unknown type.
  static Parameter from_parameter_msg(const rcl_interfaces::msg::Parameter& message);
  rcl_interfaces::msg::Parameter to_parameter_msg() const;
  std::string value_to_string() const;

 private:
  template <class Value>
  static ParameterValue value_of(const Value& value) {
    if constexpr (std::is_same_v<Value, ParameterType>) {
      if (value == PARAMETER_NOT_SET) return ParameterValue();
    }
    return ParameterValue(value);
  }
  [[noreturn]] void refuse(const ParameterTypeException& error) const;

  std::string name_;
  ParameterValue value_;
};

/// `"name": {"type": "integer", "value": "3"}`
BATON_PUBLIC std::string _to_json_dict_entry(const Parameter& parameter);
BATON_PUBLIC std::ostream& operator<<(std::ostream& stream, const Parameter& parameter);
BATON_PUBLIC std::ostream& operator<<(std::ostream& stream,
                                      const std::vector<Parameter>& parameters);

}  // namespace rclcpp

// In this namespace as in rclcpp, so that std::to_string(parameter) compiles.
namespace std {

/// `{"name": "rate", "type": "integer", "value": "3"}`
BATON_PUBLIC string to_string(const baton::Parameter& parameter);
/// A JSON object with an entry for each name.
BATON_PUBLIC string to_string(const vector<baton::Parameter>& parameters);

}  // namespace std
