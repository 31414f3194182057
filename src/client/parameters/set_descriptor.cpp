// SPDX-License-Identifier: Apache-2.0
#include <baton/set_descriptor.hpp>

#include <exception>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/node/node_state.hpp"
#include "client/parameters/parameter_change.hpp"
#include "client/parameters/parameter_rules.hpp"

namespace baton::client {

ParameterValue ParameterStore::describe_anew(const std::string& name, Descriptor descriptor,
                                             const std::optional<ParameterValue>& alternative) {
  ParameterValue value;
  {
    const Change change(*this);
    const Entry* const entry = find(name);
    if (!entry) {
      throw exceptions::ParameterNotDeclaredException("cannot describe parameter '" + name +
                                                      "' which has not yet been declared");
    }
    if (entry->descriptor.read_only) {
      throw exceptions::ParameterImmutableException("cannot describe parameter '" + name +
                                                    "' anew because it is read-only");
    }
    descriptor.name = name;
    value = entry->value;
    const bool without_value = value.get_type() == PARAMETER_NOT_SET;
    Result result = without_value ? accept() : check_value(descriptor, {name, value});
    if (!result.successful && alternative) {
      value = *alternative;
      result = may_declare({name, value}, descriptor);
    }
    if (!result.successful) {
      throw exceptions::InvalidParameterValueException(
          "parameter '" + name + "' cannot be described so: " + result.reason);
    }
    if (descriptor.dynamic_typing) descriptor.type = value.get_type();
    const bool changed = value != entry->value;
    entries_[name] = {value, std::move(descriptor)};
    if (changed) announce({name, value});
  }
  call_those_behind();
  return value;
}

/// Callbacks and subscriptions hear of a value that was changed.
void ParameterStore::announce(const Parameter& parameter) {
  const std::exception_ptr thrown = tell_callbacks({parameter});
  Event event;
  event.changed_parameters.push_back(parameter.to_parameter_msg());
  publish(std::move(event));
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace baton::client

namespace rclcpp {

ParameterValue set_descriptor(const node_interfaces::NodeBaseInterface& node,
                              const std::string& name,
                              const rcl_interfaces::msg::ParameterDescriptor& descriptor,
                              const std::optional<ParameterValue>& alternative) {
  const auto store = node.state()->parameters();
  if (!store) {
    throw exceptions::ParameterNotDeclaredException(
        "parameter '" + name + "' is not declared: the node was made without parameters");
  }
  return store->describe_anew(name, descriptor, alternative);
}

}  // namespace rclcpp
