// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <baton/exceptions.hpp>

namespace rclcpp::exceptions {
namespace {

// The numbers of rcl's return codes: programs print and compare them.
constexpr int ret_error = 1;
constexpr int ret_unsupported = 3;
constexpr int ret_bad_alloc = 10;
constexpr int ret_invalid_argument = 11;
constexpr int ret_invalid_ros_args = 1003;

}  // namespace

std::string NameValidationError::format_error(const char* kind, const char* invalid_name,
                                              const char* why, std::size_t at) {
  return fmt::format("Invalid {}: {}:\n  '{}'\n   {}^\n", kind, why, invalid_name,
                     std::string(at, ' '));
}

NameValidationError::NameValidationError(const char* kind, const char* invalid_name,
                                         const char* why, std::size_t at)
    : std::invalid_argument(format_error(kind, invalid_name, why, at)),
      name_type(kind),
      name(invalid_name),
      error_msg(why),
      invalid_index(at) {}

RCLErrorBase::RCLErrorBase(int number, const std::string& text)
    : ret(number), message(text), formatted_message(text) {}
RCLErrorBase::~RCLErrorBase() = default;

RCLError::RCLError(const std::string& text)
    : RCLErrorBase(ret_error, text), std::runtime_error(text) {}

RCLBadAlloc::RCLBadAlloc() : RCLErrorBase(ret_bad_alloc, "out of memory") {}

RCLInvalidArgument::RCLInvalidArgument(const std::string& text)
    : RCLErrorBase(ret_invalid_argument, text), std::invalid_argument(text) {}

RCLInvalidROSArgsError::RCLInvalidROSArgsError(const std::string& text)
    : RCLErrorBase(ret_invalid_ros_args, text), std::runtime_error(text) {}

UnsupportedEventTypeException::UnsupportedEventTypeException(const std::string& text)
    : RCLErrorBase(ret_unsupported, text), std::runtime_error(text) {}

UnknownROSArgsError::UnknownROSArgsError(std::vector<std::string>&& arguments)
    : std::runtime_error(
          fmt::format("found unknown ROS arguments: '{}'", fmt::join(arguments, "', '"))),
      unknown_ros_args(std::move(arguments)) {}

}  // namespace rclcpp::exceptions
