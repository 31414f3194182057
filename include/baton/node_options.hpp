// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/ros_c/rcl_time.h>
#include <baton/contexts/default_context.hpp>
#include <baton/namespaces.hpp>
#include <baton/parameter.hpp>
#include <baton/publisher_options.hpp>
#include <baton/qos.hpp>

namespace rclcpp {

/// How a node is made, as in rclcpp. Setters return the object. A value type; not thread-safe.
class NodeOptions {
 public:
  /// The defaults of these options.
  const Context::SharedPtr& context() const { return context_; }
  NodeOptions& context(Context::SharedPtr context) {
    context_ = std::move(context);
    return *this;
  }

  /// Arguments of this node only, as on a command line: {"--ros-args", "-r", "a:=b"}. They come
  /// before the arguments of the process.
  const std::vector<std::string>& arguments() const { return arguments_; }
  NodeOptions& arguments(const std::vector<std::string>& arguments) {
    arguments_ = arguments;
    return *this;
  }
  /// Whether the arguments of the process apply too (default: yes).
  bool use_global_arguments() const { return use_global_arguments_; }
  NodeOptions& use_global_arguments(bool use) {
    use_global_arguments_ = use;
    return *this;
  }

  /// Values that parameters start with, instead of the defaults in the code.
  std::vector<Parameter>& parameter_overrides() { return parameter_overrides_; }
  const std::vector<Parameter>& parameter_overrides() const { return parameter_overrides_; }
  NodeOptions& parameter_overrides(const std::vector<Parameter>& overrides) {
    parameter_overrides_ = overrides;
    return *this;
  }
  template <class T>
  NodeOptions& append_parameter_override(const std::string& name, const T& value) {
    parameter_overrides_.emplace_back(name, ParameterValue(value));
    return *this;
  }

  /// Whether publishers and subscriptions of this node meet others of the process by pointer
  /// (default: no).
  bool use_intra_process_comms() const { return use_intra_process_comms_; }
  NodeOptions& use_intra_process_comms(bool use) {
    use_intra_process_comms_ = use;
    return *this;
  }

  /// Whether subscriptions of this node publish statistics of their messages (default: no).
  bool enable_topic_statistics() const { return enable_topic_statistics_; }
  NodeOptions& enable_topic_statistics(bool enable) {
    enable_topic_statistics_ = enable;
    return *this;
  }

  /// Whether what the node logs is published on /rosout (default: yes).
  bool enable_rosout() const { return enable_rosout_; }
  NodeOptions& enable_rosout(bool enable) {
    enable_rosout_ = enable;
    return *this;
  }
  const QoS& rosout_qos() const { return rosout_qos_; }
  NodeOptions& rosout_qos(const QoS& qos) {
    rosout_qos_ = qos;
    return *this;
  }

  /// Whether others can read and set the parameters (default: yes).
  bool start_parameter_services() const { return start_parameter_services_; }
  NodeOptions& start_parameter_services(bool start) {
    start_parameter_services_ = start;
    return *this;
  }
  /// Whether changes are published on /parameter_events (default: yes).
  bool start_parameter_event_publisher() const { return start_parameter_event_publisher_; }
  NodeOptions& start_parameter_event_publisher(bool start) {
    start_parameter_event_publisher_ = start;
    return *this;
  }
  const QoS& parameter_event_qos() const { return parameter_event_qos_; }
  NodeOptions& parameter_event_qos(const QoS& qos) {
    parameter_event_qos_ = qos;
    return *this;
  }
  const PublisherOptionsBase& parameter_event_publisher_options() const {
    return parameter_event_publisher_options_;
  }
  NodeOptions& parameter_event_publisher_options(const PublisherOptionsBase& options) {
    parameter_event_publisher_options_ = options;
    return *this;
  }
  /// Whether others can read and set the levels of the node's loggers (default: no).
  bool enable_logger_service() const { return enable_logger_service_; }
  NodeOptions& enable_logger_service(bool enable) {
    enable_logger_service_ = enable;
    return *this;
  }

  /// The type of the node's clock (default: RCL_ROS_TIME).
  rcl_clock_type_t clock_type() const { return clock_type_; }
  NodeOptions& clock_type(rcl_clock_type_t type) {
    clock_type_ = type;
    return *this;
  }
  const QoS& clock_qos() const { return clock_qos_; }
  NodeOptions& clock_qos(const QoS& qos) {
    clock_qos_ = qos;
    return *this;
  }
  /// Whether /clock is received in a thread of its own, so that time passes while callbacks run.
  /// With simulated time only (default: yes).
  bool use_clock_thread() const { return use_clock_thread_; }
  NodeOptions& use_clock_thread(bool use) {
    use_clock_thread_ = use;
    return *this;
  }

  /// Whether parameters can be set that were not declared (default: no).
  bool allow_undeclared_parameters() const { return allow_undeclared_parameters_; }
  NodeOptions& allow_undeclared_parameters(bool allow) {
    allow_undeclared_parameters_ = allow;
    return *this;
  }
  /// Whether every override is declared when the node is made (default: no).
  bool automatically_declare_parameters_from_overrides() const {
    return automatically_declare_parameters_from_overrides_;
  }
  NodeOptions& automatically_declare_parameters_from_overrides(bool declare) {
    automatically_declare_parameters_from_overrides_ = declare;
    return *this;
  }

 private:
  Context::SharedPtr context_ = contexts::get_global_default_context();
  std::vector<std::string> arguments_;
  std::vector<Parameter> parameter_overrides_;
  bool use_global_arguments_ = true;
  bool use_intra_process_comms_ = false;
  bool enable_topic_statistics_ = false;
  bool enable_rosout_ = true;
  bool start_parameter_services_ = true;
  bool start_parameter_event_publisher_ = true;
  bool enable_logger_service_ = false;
  bool use_clock_thread_ = true;
  bool allow_undeclared_parameters_ = false;
  bool automatically_declare_parameters_from_overrides_ = false;
  rcl_clock_type_t clock_type_ = RCL_ROS_TIME;
  QoS clock_qos_ = ClockQoS();
  QoS rosout_qos_ = RosoutQoS();
  QoS parameter_event_qos_ = ParameterEventsQoS();
  PublisherOptionsBase parameter_event_publisher_options_;
};

}  // namespace rclcpp
