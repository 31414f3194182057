// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_clock_interface.hpp>
#include <baton/parameter.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/list_parameters_result.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

namespace baton::client {
class ClockFollower;
class ParameterStore;
}  // namespace baton::client

namespace rclcpp {
class ParameterService;

namespace node_interfaces {

// A callback is registered as long as its handle is held. The newest one is called first.

/// Called before anything is checked. May change the list. With an empty list nothing is set.
struct PreSetParametersCallbackHandle {
  using SharedPtr = std::shared_ptr<PreSetParametersCallbackHandle>;
  using WeakPtr = std::weak_ptr<PreSetParametersCallbackHandle>;
  using PreSetParametersCallbackType = std::function<void(std::vector<Parameter>&)>;
  PreSetParametersCallbackType callback;
};
/// Says whether the values may be set. This callback must do nothing else: another one may still
/// refuse the values.
struct OnSetParametersCallbackHandle {
  using SharedPtr = std::shared_ptr<OnSetParametersCallbackHandle>;
  using WeakPtr = std::weak_ptr<OnSetParametersCallbackHandle>;
  using OnSetParametersCallbackType =
      std::function<rcl_interfaces::msg::SetParametersResult(const std::vector<Parameter>&)>;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  OnSetParametersCallbackType callback;
};
/// Called after the values were set.
struct PostSetParametersCallbackHandle {
  using SharedPtr = std::shared_ptr<PostSetParametersCallbackHandle>;
  using WeakPtr = std::weak_ptr<PostSetParametersCallbackHandle>;
  using PostSetParametersCallbackType = std::function<void(const std::vector<Parameter>&)>;
  PostSetParametersCallbackType callback;
};

/// A node's parameters, with the rules of rclcpp.
///
/// Thread safety: all members. Callbacks run in the thread that sets or declares, under a mutex:
/// they may read the parameters; changing them throws
/// exceptions::ParameterModifiedInCallbackException.
class BATON_PUBLIC NodeParametersInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeParametersInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeParametersInterface>;
  using WeakPtr = std::weak_ptr<NodeParametersInterface>;
  using PreSetParametersCallbackType = PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using PostSetParametersCallbackType =
      PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  /// With the overrides of the node's arguments and options; services and the event publisher as
  /// the options say. Events are stamped by `clock`, or by the system's.
  explicit NodeParametersInterface(const NodeBaseInterface::SharedPtr& node,
                                   NodeClockInterface::SharedPtr clock = nullptr);
  ~NodeParametersInterface();

  /// Declares a parameter and returns its value: that of an override, else the default. The
  /// reference is valid until the parameter is undeclared, and shows later changes of the value.
  const ParameterValue& declare_parameter(
      const std::string& name, const ParameterValue& default_value,
      const rcl_interfaces::msg::ParameterDescriptor& descriptor =
          rcl_interfaces::msg::ParameterDescriptor(),
      bool ignore_override = false);
  const ParameterValue& declare_parameter(
      const std::string& name, ParameterType type,
      const rcl_interfaces::msg::ParameterDescriptor& descriptor =
          rcl_interfaces::msg::ParameterDescriptor(),
      bool ignore_override = false);
  void undeclare_parameter(const std::string& name);
  bool has_parameter(const std::string& name) const;
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
      const std::vector<Parameter>& parameters);
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
      const std::vector<Parameter>& parameters);
  std::vector<Parameter> get_parameters(const std::vector<std::string>& names) const;
  Parameter get_parameter(const std::string& name) const;
  bool get_parameter(const std::string& name, Parameter& parameter) const;
  bool get_parameters_by_prefix(const std::string& prefix,
                                std::map<std::string, Parameter>& parameters) const;
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
      const std::vector<std::string>& names) const;
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string>& names) const;
  rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth) const;

  PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
      PreSetParametersCallbackType callback);
  OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
      OnSetParametersCallbackType callback);
  PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
      PostSetParametersCallbackType callback);
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle* handle);
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle* handle);
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle* handle);
  const std::map<std::string, ParameterValue>& get_parameter_overrides() const;

 private:
  friend class rclcpp::ParameterService;
  friend class client::ClockFollower;
  const std::shared_ptr<client::ParameterStore> store_;
  std::unique_ptr<ParameterService> service_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
