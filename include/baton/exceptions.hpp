// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp::exceptions {

/// Something could not be set up or handed over. what() says why, and the cure where there is one.
class BATON_PUBLIC Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A node cannot be used.
class BATON_PUBLIC InvalidNodeError : public std::runtime_error {
 public:
  InvalidNodeError() : std::runtime_error("node is invalid") {}
};

/// A name that ROS forbids. what() shows the name with a mark below the fault; the members outlive
/// what they were made from.
class BATON_PUBLIC NameValidationError : public std::invalid_argument {
 public:
  /// `kind` is for example "topic name". `at` becomes invalid_index.
  NameValidationError(const char* kind, const char* invalid_name, const char* why, std::size_t at);

  static std::string format_error(const char* kind, const char* invalid_name, const char* why,
                                  std::size_t at);

  const std::string name_type;
  const std::string name;
  const std::string error_msg;
  /// A position in bytes from 0.
  const std::size_t invalid_index;
};

class BATON_PUBLIC InvalidNodeNameError : public NameValidationError {
 public:
  InvalidNodeNameError(const char* invalid_name, const char* why, std::size_t at)
      : NameValidationError("node name", invalid_name, why, at) {}
};

class BATON_PUBLIC InvalidNamespaceError : public NameValidationError {
 public:
  InvalidNamespaceError(const char* invalid_name, const char* why, std::size_t at)
      : NameValidationError("namespace", invalid_name, why, at) {}
};

class BATON_PUBLIC InvalidTopicNameError : public NameValidationError {
 public:
  InvalidTopicNameError(const char* invalid_name, const char* why, std::size_t at)
      : NameValidationError("topic name", invalid_name, why, at) {}
};

class BATON_PUBLIC InvalidServiceNameError : public NameValidationError {
 public:
  InvalidServiceNameError(const char* invalid_name, const char* why, std::size_t at)
      : NameValidationError("service name", invalid_name, why, at) {}
};

class BATON_PUBLIC InvalidServiceTypeError : public std::runtime_error {
 public:
  InvalidServiceTypeError() : InvalidServiceTypeError("Service type is invalid.") {}
  explicit InvalidServiceTypeError(const std::string& text) : std::runtime_error(text) {}
};

class BATON_PUBLIC UnimplementedError : public std::runtime_error {
 public:
  UnimplementedError() : UnimplementedError("This code is unimplemented.") {}
  explicit UnimplementedError(const std::string& message) : std::runtime_error(message) {}
};

/// What the errors of rcl have in common there. There is no rcl here: `ret` is ROS's number of the
/// kind of error (1 error, 10 bad allocation, 11 invalid argument, 1003 invalid ROS arguments).
/// File and line are empty, except of errors that code of C has set.
class BATON_PUBLIC RCLErrorBase {
 public:
  RCLErrorBase(int number, const std::string& text);
  /// Of an error of C, as <rcutils/error_handling.h> has it: `State` has a message, a file and a
  /// line. `text` is all of it.
  template <class State>
  RCLErrorBase(int number, const State& state, const std::string& text)
      : ret(number),
        message(state.message),
        file(state.file),
        line(state.line_number),
        formatted_message(text) {}
  virtual ~RCLErrorBase();

  int ret;
  std::string message;
  std::string file;
  std::size_t line = 0;
  std::string formatted_message;
};

/// Whether State is that of an error of C; <rclcpp/exceptions/exceptions.hpp> specialises it, with
/// `static std::string text()`, the whole error.
template <class State>
struct ErrorOfC : std::false_type {};
template <class State>
using IfErrorOfC = std::enable_if_t<ErrorOfC<State>::value, int>;

class BATON_PUBLIC RCLError : public RCLErrorBase, public std::runtime_error {
 public:
  explicit RCLError(const std::string& text);
  template <class State, IfErrorOfC<State> = 0>
  RCLError(int number, const State* state, const std::string& prefix)
      : RCLError(RCLErrorBase(number, *state, ErrorOfC<State>::text()), prefix) {}
  RCLError(const RCLErrorBase& error, const std::string& prefix)
      : RCLErrorBase(error), std::runtime_error(prefix + error.formatted_message) {}
};

class BATON_PUBLIC RCLBadAlloc : public RCLErrorBase, public std::bad_alloc {
 public:
  RCLBadAlloc();
  explicit RCLBadAlloc(const RCLErrorBase& error) : RCLErrorBase(error) {}
  template <class State, IfErrorOfC<State> = 0>
  RCLBadAlloc(int number, const State* state)
      : RCLBadAlloc(RCLErrorBase(number, *state, ErrorOfC<State>::text())) {}
};

class BATON_PUBLIC RCLInvalidArgument : public RCLErrorBase, public std::invalid_argument {
 public:
  explicit RCLInvalidArgument(const std::string& text);
  template <class State, IfErrorOfC<State> = 0>
  RCLInvalidArgument(int number, const State* state, const std::string& prefix)
      : RCLInvalidArgument(RCLErrorBase(number, *state, ErrorOfC<State>::text()), prefix) {}
  RCLInvalidArgument(const RCLErrorBase& error, const std::string& prefix)
      : RCLErrorBase(error), std::invalid_argument(prefix + error.formatted_message) {}
};

/// A ROS argument whose value cannot be used: what() names the argument, what is wrong (of a file
/// with line and column) and the cure.
class BATON_PUBLIC RCLInvalidROSArgsError : public RCLErrorBase, public std::runtime_error {
 public:
  explicit RCLInvalidROSArgsError(const std::string& text);
  template <class State, IfErrorOfC<State> = 0>
  RCLInvalidROSArgsError(int number, const State* state, const std::string& prefix)
      : RCLInvalidROSArgsError(RCLErrorBase(number, *state, ErrorOfC<State>::text()), prefix) {}
  RCLInvalidROSArgsError(const RCLErrorBase& error, const std::string& prefix)
      : RCLErrorBase(error), std::runtime_error(prefix + error.formatted_message) {}
};

/// Arguments after --ros-args that ROS does not know.
class BATON_PUBLIC UnknownROSArgsError : public std::runtime_error {
 public:
  explicit UnknownROSArgsError(std::vector<std::string>&& arguments);

  const std::vector<std::string> unknown_ros_args;
};

/// An object of an unknown type was handed over.
class BATON_PUBLIC UnknownTypeError : public std::runtime_error {
 public:
  explicit UnknownTypeError(const std::string& type)
      : std::runtime_error("Unknown type: " + type) {}
};

/// A kind of event was asked for that is not told of.
class BATON_PUBLIC UnsupportedEventTypeException : public RCLErrorBase, public std::runtime_error {
 public:
  explicit UnsupportedEventTypeException(const std::string& text);
  template <class State, IfErrorOfC<State> = 0>
  UnsupportedEventTypeException(int number, const State* state, const std::string& prefix)
      : UnsupportedEventTypeException(RCLErrorBase(number, *state, ErrorOfC<State>::text()),
                                      prefix) {}
  UnsupportedEventTypeException(const RCLErrorBase& error, const std::string& prefix)
      : RCLErrorBase(error), std::runtime_error(prefix + error.formatted_message) {}
};

class BATON_PUBLIC InvalidEventError : public std::runtime_error {
 public:
  InvalidEventError() : std::runtime_error("event is invalid") {}
};

class BATON_PUBLIC EventNotRegisteredError : public std::runtime_error {
 public:
  EventNotRegisteredError() : std::runtime_error("event is not registered") {}
};

/// Something was to be made in a callback group that does not belong to its node.
class BATON_PUBLIC MissingGroupNodeException : public std::runtime_error {
 public:
  explicit MissingGroupNodeException(const std::string& obj_type)
      : std::runtime_error("cannot create: " + obj_type + " , callback group not in node") {}
};

/// Parameters that do not fit together.
class BATON_PUBLIC InvalidParametersException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class BATON_PUBLIC InvalidParameterValueException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter has a type other than the one asked for or declared.
class BATON_PUBLIC InvalidParameterTypeException : public std::runtime_error {
 public:
  /// `message` says which types.
  InvalidParameterTypeException(const std::string& name, const std::string message)
      : std::runtime_error("parameter '" + name + "' has invalid type: " + message) {}
};

/// A parameter of a fixed type was declared without a value and nothing gave it one.
class BATON_PUBLIC UninitializedStaticallyTypedParameterException : public std::runtime_error {
 public:
  explicit UninitializedStaticallyTypedParameterException(const std::string& name)
      : std::runtime_error("Statically typed parameter '" + name + "' must be initialized.") {}
};

class BATON_PUBLIC ParameterAlreadyDeclaredException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class BATON_PUBLIC ParameterNotDeclaredException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A read-only parameter was to be undeclared.
class BATON_PUBLIC ParameterImmutableException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter was set or declared from within a callback on setting parameters.
class BATON_PUBLIC ParameterModifiedInCallbackException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter without a value was read.
class BATON_PUBLIC ParameterUninitializedException : public std::runtime_error {
 public:
  explicit ParameterUninitializedException(const std::string& name)
      : std::runtime_error("parameter '" + name + "' is not initialized") {}
};

class BATON_PUBLIC InvalidQosOverridesException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class BATON_PUBLIC QoSCheckCompatibleException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rclcpp::exceptions
