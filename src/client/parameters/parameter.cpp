// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter.hpp>

#include <baton/exceptions.hpp>

#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace rclcpp {

namespace {

/// The text as a JSON string, with quotation marks.
std::string json_string(const std::string& text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_type_and_value(const Parameter& parameter) {
  return fmt::format("\"type\": {}, \"value\": {}", json_string(parameter.get_type_name()),
                     json_string(parameter.value_to_string()));
}

}  // namespace

Parameter::Parameter(const std::string& name) : name_(name) {}
Parameter::Parameter(const std::string& name, const ParameterValue& value)
    : name_(name), value_(value) {}

ParameterType Parameter::get_type() const { return value_.get_type(); }
std::string Parameter::get_type_name() const { return to_string(get_type()); }
const std::string& Parameter::get_name() const { return name_; }
rcl_interfaces::msg::ParameterValue Parameter::get_value_message() const {
  return value_.to_value_msg();
}
const ParameterValue& Parameter::get_parameter_value() const { return value_; }

void Parameter::refuse(const ParameterTypeException& error) const {
  throw exceptions::InvalidParameterTypeException(name_, error.what());
}

bool Parameter::as_bool() const { return get_value<PARAMETER_BOOL>(); }
std::int64_t Parameter::as_int() const { return get_value<PARAMETER_INTEGER>(); }
double Parameter::as_double() const { return get_value<PARAMETER_DOUBLE>(); }
const std::string& Parameter::as_string() const { return get_value<PARAMETER_STRING>(); }
const std::vector<std::uint8_t>& Parameter::as_byte_array() const {
  return get_value<PARAMETER_BYTE_ARRAY>();
}
const std::vector<bool>& Parameter::as_bool_array() const {
  return get_value<PARAMETER_BOOL_ARRAY>();
}
const std::vector<std::int64_t>& Parameter::as_integer_array() const {
  return get_value<PARAMETER_INTEGER_ARRAY>();
}
const std::vector<double>& Parameter::as_double_array() const {
  return get_value<PARAMETER_DOUBLE_ARRAY>();
}
const std::vector<std::string>& Parameter::as_string_array() const {
  return get_value<PARAMETER_STRING_ARRAY>();
}

Parameter Parameter::from_parameter_msg(const rcl_interfaces::msg::Parameter& message) {
  return {std::string(message.name), ParameterValue(message.value)};
}

rcl_interfaces::msg::Parameter Parameter::to_parameter_msg() const {
  rcl_interfaces::msg::Parameter message;
  message.name = name_;
  message.value = value_.to_value_msg();
  return message;
}

std::string Parameter::value_to_string() const { return to_string(value_); }

std::string _to_json_dict_entry(const Parameter& parameter) {
  return fmt::format("{}: {{{}}}", json_string(parameter.get_name()),
                     json_type_and_value(parameter));
}

std::ostream& operator<<(std::ostream& stream, const Parameter& parameter) {
  return stream << std::to_string(parameter);
}

std::ostream& operator<<(std::ostream& stream, const std::vector<Parameter>& parameters) {
  return stream << std::to_string(parameters);
}

}  // namespace rclcpp

namespace std {

string to_string(const baton::Parameter& parameter) {
  return fmt::format("{{\"name\": {}, {}}}", baton::json_string(parameter.get_name()),
                     baton::json_type_and_value(parameter));
}

string to_string(const vector<baton::Parameter>& parameters) {
  vector<string> entries;
  for (const auto& parameter : parameters) {
    entries.push_back(baton::_to_json_dict_entry(parameter));
  }
  return fmt::format("{{{}}}", fmt::join(entries, ", "));
}

}  // namespace std
