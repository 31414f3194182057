// SPDX-License-Identifier: Apache-2.0
// The parameters of one node, with the rules and the words of rclcpp.
//
// Thread safety: all of it. One recursive mutex covers everything and is held while callbacks run,
// so that they see what is about to change; they may read parameters but not change them.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/parameter.hpp>
#include <rcl_interfaces/msg/list_parameters_result.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

#include "client/parameters/callback_list.hpp"

namespace baton::client {

class ParameterStore {
 public:
  using Descriptor = rcl_interfaces::msg::ParameterDescriptor;
  using Result = rcl_interfaces::msg::SetParametersResult;
  using Event = rcl_interfaces::msg::ParameterEvent;
  using PreSetHandle = node_interfaces::PreSetParametersCallbackHandle;
  using OnSetHandle = node_interfaces::OnSetParametersCallbackHandle;
  using PostSetHandle = node_interfaces::PostSetParametersCallbackHandle;

  ParameterStore(std::map<std::string, ParameterValue> overrides, bool allow_undeclared);

  /// From now on `publish` is told of every change, in their order and under the mutex; its node
  /// and stamp are empty.
  void publish_with(std::function<void(Event&&)> publish);

  /// Calls `callback` after each set(), without the mutex, in the thread that sets: for work that
  /// may wait for another thread that reads parameters. When two threads set, either may call last.
  /// The calls end with the handle, except one that is running.
  std::shared_ptr<void> call_behind(std::function<void()> callback);

  /// The reference lives until the parameter is undeclared. Throws InvalidParametersException,
  /// ParameterAlreadyDeclaredException, InvalidParameterTypeException,
  /// InvalidParameterValueException and ParameterModifiedInCallbackException.
  const ParameterValue& declare(const std::string& name, const ParameterValue& default_value,
                                const Descriptor& descriptor, bool ignore_override);
  /// Declares a parameter without a default. Throws std::invalid_argument, too.
  const ParameterValue& declare(const std::string& name, ParameterType type,
                                const Descriptor& descriptor, bool ignore_override);
  /// Declares every override that is not declared yet, with a type that may change.
  void declare_overrides();
  /// Throws ParameterNotDeclaredException, ParameterImmutableException and
  /// InvalidParameterTypeException.
  void undeclare(const std::string& name);
  /// Describes a declared parameter anew; see baton/set_descriptor.hpp.
  ParameterValue describe_anew(const std::string& name, Descriptor descriptor,
                               const std::optional<ParameterValue>& alternative);
  bool has(const std::string& name) const;

  /// Sets each parameter by itself. Throws as set_atomically().
  std::vector<Result> set(const std::vector<Parameter>& parameters);
  /// Sets all parameters or none. Throws InvalidParametersException, ParameterNotDeclaredException
  /// and ParameterModifiedInCallbackException.
  Result set_atomically(const std::vector<Parameter>& parameters);

  /// Throws ParameterNotDeclaredException and ParameterUninitializedException.
  Parameter get(const std::string& name) const;
  std::vector<Parameter> get_all(const std::vector<std::string>& names) const;
  /// False if the parameter has no value; `parameter` does not change then.
  bool get(const std::string& name, Parameter& parameter) const;
  /// Finds the parameters below the prefix. The keys are their names without the prefix; the
  /// parameters keep their whole names. False if there is none.
  bool get_by_prefix(const std::string& prefix, std::map<std::string, Parameter>& found) const;
  /// Throw ParameterNotDeclaredException.
  std::vector<Descriptor> describe(const std::vector<std::string>& names) const;
  std::vector<std::uint8_t> types(const std::vector<std::string>& names) const;
  /// Lists parameters at most `depth` levels below the prefixes (0: all). Without prefixes: below
  /// the root.
  rcl_interfaces::msg::ListParametersResult list(const std::vector<std::string>& prefixes,
                                                 std::uint64_t depth) const;

  /// The newest callback is called first. These throw ParameterModifiedInCallbackException.
  PreSetHandle::SharedPtr add_pre_set(PreSetHandle::PreSetParametersCallbackType callback);
  OnSetHandle::SharedPtr add_on_set(OnSetHandle::OnSetParametersCallbackType callback);
  PostSetHandle::SharedPtr add_post_set(PostSetHandle::PostSetParametersCallbackType callback);
  /// These also throw std::runtime_error if the callback is not registered.
  void remove(const PreSetHandle* handle);
  void remove(const OnSetHandle* handle);
  void remove(const PostSetHandle* handle);

  const std::map<std::string, ParameterValue>& overrides() const { return overrides_; }

 private:
  struct Entry {
    ParameterValue value;
    Descriptor descriptor;
  };
  class Change;

  const Entry* find(const std::string& name) const;
  const ParameterValue& declare_as(const std::string& name, ParameterType type,
                                   const ParameterValue& default_value, Descriptor descriptor,
                                   bool ignore_override);
  const ParameterValue& initial_value(const std::string& name, const ParameterValue& default_value,
                                      bool ignore_override) const;
  Result change_atomically(const std::vector<Parameter>& parameters);
  void call_those_behind() const;
  Result may_declare(const Parameter& parameter, const Descriptor& descriptor);
  Result may_set(const std::vector<Parameter>& parameters);
  Result check_access(const std::vector<Parameter>& parameters) const;
  Result check_values(const std::vector<Parameter>& parameters) const;
  Result ask_callbacks(const std::vector<Parameter>& parameters);
  std::exception_ptr tell_callbacks(const std::vector<Parameter>& parameters);
  std::vector<std::string> store(const std::vector<Parameter>& parameters, Event& event);
  void announce(const Parameter& parameter);
  void publish(Event&& event) const;

  const std::map<std::string, ParameterValue> overrides_;
  const bool allow_undeclared_;

  mutable std::recursive_mutex mutex_;  // covers what follows
  std::map<std::string, Entry> entries_;
  bool changing_ = false;
  CallbackList<PreSetHandle> pre_set_;
  CallbackList<OnSetHandle> on_set_;
  CallbackList<PostSetHandle> post_set_;
  std::function<void(Event&&)> publish_;
  std::vector<std::weak_ptr<const std::function<void()>>> behind_;
};

}  // namespace baton::client
