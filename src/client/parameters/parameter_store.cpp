// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/parameter_store.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/parameters/parameter_change.hpp"
#include "client/parameters/parameter_names.hpp"
#include "client/parameters/parameter_rules.hpp"

namespace baton::client {
namespace {

void check_name(const std::string& name) {
  if (name.empty()) {
    throw exceptions::InvalidParametersException("parameter name must not be empty");
  }
}

exceptions::ParameterNotDeclaredException not_declared(const std::string& name) {
  return exceptions::ParameterNotDeclaredException(
      "parameter '" + name +
      "' is not declared: call declare_parameter() first, or allow it with "
      "NodeOptions::allow_undeclared_parameters(true)");
}

void throw_refusal(const std::string& name, const std::string& reason) {
  if (is_type_reason(reason)) throw exceptions::InvalidParameterTypeException(name, reason);
  throw exceptions::InvalidParameterValueException("parameter '" + name +
                                                   "' could not be set: " + reason);
}

ParameterStore::Descriptor dynamic_descriptor(const std::string& name) {
  ParameterStore::Descriptor descriptor;
  descriptor.name = name;
  descriptor.dynamic_typing = true;
  return descriptor;
}

}  // namespace

ParameterStore::ParameterStore(std::map<std::string, ParameterValue> overrides,
                               bool allow_undeclared)
    : overrides_(std::move(overrides)), allow_undeclared_(allow_undeclared) {}

void ParameterStore::publish_with(std::function<void(Event&&)> publish) {
  const std::lock_guard lock(mutex_);
  publish_ = std::move(publish);
}

std::shared_ptr<void> ParameterStore::call_behind(std::function<void()> callback) {
  auto kept = std::make_shared<std::function<void()>>(std::move(callback));
  const std::lock_guard lock(mutex_);
  std::erase_if(behind_, [](const auto& each) { return each.expired(); });
  behind_.push_back(kept);
  return kept;
}

void ParameterStore::call_those_behind() const {
  std::vector<std::shared_ptr<const std::function<void()>>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (changing_)
      // A callback tried to set; the change around it has the mutex, and calls these callbacks.
      return;
    for (const auto& each : behind_) callbacks.push_back(each.lock());
  }
  for (const auto& callback : callbacks) {
    if (callback) (*callback)();
  }
}

void ParameterStore::publish(Event&& event) const {
  if (publish_) publish_(std::move(event));
}

const ParameterStore::Entry* ParameterStore::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

// ---- declaring ----

const ParameterValue& ParameterStore::declare(const std::string& name,
                                              const ParameterValue& default_value,
                                              const Descriptor& descriptor, bool ignore_override) {
  const Change change(*this);
  return declare_as(name, default_value.get_type(), default_value, descriptor, ignore_override);
}

const ParameterValue& ParameterStore::declare(const std::string& name, ParameterType type,
                                              const Descriptor& descriptor, bool ignore_override) {
  const Change change(*this);
  if (type == PARAMETER_NOT_SET) {
    throw std::invalid_argument(
        "declare_parameter(): the provided parameter type cannot be rclcpp::PARAMETER_NOT_SET");
  }
  if (descriptor.dynamic_typing) {
    throw std::invalid_argument(
        "declare_parameter(): cannot declare parameter of specific type and pass descriptor "
        "with `dynamic_typing=true`");
  }
  return declare_as(name, type, ParameterValue(), descriptor, ignore_override);
}

const ParameterValue& ParameterStore::declare_as(const std::string& name, ParameterType type,
                                                 const ParameterValue& default_value,
                                                 Descriptor descriptor, bool ignore_override) {
  check_name(name);
  if (find(name)) {
    throw exceptions::ParameterAlreadyDeclaredException("parameter '" + name +
                                                        "' has already been declared");
  }
  if (!descriptor.dynamic_typing) {
    if (type == PARAMETER_NOT_SET) {
      throw exceptions::InvalidParameterTypeException(
          name, "cannot declare a statically typed parameter with an uninitialized value");
    }
    descriptor.type = type;
  }
  descriptor.name = name;
  const ParameterValue& value = initial_value(name, default_value, ignore_override);
  Event event;
  std::exception_ptr thrown;
  if (value.get_type() == PARAMETER_NOT_SET) {
    if (descriptor.dynamic_typing) descriptor.type = PARAMETER_NOT_SET;
    entries_[name] = {value, std::move(descriptor)};
  } else {
    const Parameter parameter(name, value);
    if (const Result result = may_declare(parameter, descriptor); !result.successful) {
      throw_refusal(name, result.reason);
    }
    descriptor.type = value.get_type();
    entries_[name] = {value, std::move(descriptor)};
    event.new_parameters.push_back(parameter.to_parameter_msg());
    thrown = tell_callbacks({parameter});
  }
  publish(std::move(event));
  if (thrown) std::rethrow_exception(thrown);
  return entries_.at(name).value;
}

const ParameterValue& ParameterStore::initial_value(const std::string& name,
                                                    const ParameterValue& default_value,
                                                    bool ignore_override) const {
  const auto found = overrides_.find(name);
  return ignore_override || found == overrides_.end() ? default_value : found->second;
}

ParameterStore::Result ParameterStore::may_declare(const Parameter& parameter,
                                                   const Descriptor& descriptor) {
  Result result = check_value(descriptor, parameter);
  return result.successful ? ask_callbacks({parameter}) : result;
}

void ParameterStore::declare_overrides() {
  for (const auto& [name, value] : overrides_) {
    if (!has(name)) declare(name, value, dynamic_descriptor(name), true);
  }
}

void ParameterStore::undeclare(const std::string& name) {
  const Change change(*this);
  const Entry* entry = find(name);
  if (!entry) {
    throw exceptions::ParameterNotDeclaredException("cannot undeclare parameter '" + name +
                                                    "' which has not yet been declared");
  }
  if (entry->descriptor.read_only) {
    throw exceptions::ParameterImmutableException("cannot undeclare parameter '" + name +
                                                  "' because it is read-only");
  }
  if (!entry->descriptor.dynamic_typing) {
    throw exceptions::InvalidParameterTypeException(
        name, "cannot undeclare a statically typed parameter");
  }
  entries_.erase(name);
}

// ---- setting ----

std::vector<ParameterStore::Result> ParameterStore::set(const std::vector<Parameter>& parameters) {
  std::vector<Result> results;
  results.reserve(parameters.size());
  for (const Parameter& parameter : parameters) results.push_back(set_atomically({parameter}));
  return results;
}

ParameterStore::Result ParameterStore::set_atomically(const std::vector<Parameter>& parameters) {
  Result result;
  std::exception_ptr thrown;
  try {
    result = change_atomically(parameters);
  } catch (...) {
    // Perhaps thrown by a callback after the values have changed.
    thrown = std::current_exception();
  }
  call_those_behind();
  if (thrown) std::rethrow_exception(thrown);
  return result;
}

ParameterStore::Result ParameterStore::change_atomically(const std::vector<Parameter>& parameters) {
  const Change change(*this);
  std::vector<Parameter> wanted = parameters;
  pre_set_.for_each([&](const auto& callback) {
    callback(wanted);
    return true;
  });
  if (wanted.empty()) {
    return refuse(
        "parameter list cannot be empty, this might be due to "
        "pre_set_parameters_callback modifying the original parameters list.");
  }
  Result result = may_set(wanted);
  if (!result.successful) return result;
  Event event;
  const std::vector<std::string> undeclared = store(wanted, event);
  const std::exception_ptr thrown = tell_callbacks(wanted);
  for (const std::string& name : undeclared) entries_.erase(name);
  publish(std::move(event));
  if (thrown) std::rethrow_exception(thrown);
  return result;
}

ParameterStore::Result ParameterStore::may_set(const std::vector<Parameter>& parameters) {
  Result result = check_access(parameters);
  if (result.successful) result = check_values(parameters);
  if (result.successful) result = ask_callbacks(parameters);
  return result;
}

/// Throws for requests that are invalid in themselves, before any value is refused.
ParameterStore::Result ParameterStore::check_access(
    const std::vector<Parameter>& parameters) const {
  for (const Parameter& parameter : parameters) {
    const std::string& name = parameter.get_name();
    check_name(name);
    const Entry* entry = find(name);
    if (!entry && !allow_undeclared_) {
      throw exceptions::ParameterNotDeclaredException(
          "parameter '" + name + "' cannot be set because it was not declared");
    }
    if (entry && entry->descriptor.read_only) {
      return refuse("parameter '" + name + "' cannot be set because it is read-only");
    }
  }
  for (const Parameter& parameter : parameters) {
    const Entry* entry = find(parameter.get_name());
    if (entry && parameter.get_type() == PARAMETER_NOT_SET && !entry->descriptor.dynamic_typing &&
        entry->value.get_type() != PARAMETER_NOT_SET) {
      return refuse("cannot undeclare a statically typed parameter");
    }
  }
  return accept();
}

ParameterStore::Result ParameterStore::check_values(
    const std::vector<Parameter>& parameters) const {
  for (const Parameter& parameter : parameters) {
    const Entry* entry = find(parameter.get_name());
    if (!entry) continue;  // declared afterwards, with any type
    Result result = check_value(entry->descriptor, parameter);
    if (!result.successful) return result;
  }
  return accept();
}

ParameterStore::Result ParameterStore::ask_callbacks(const std::vector<Parameter>& parameters) {
  Result result = accept();
  on_set_.for_each([&](const auto& callback) {
    result = callback(parameters);
    return result.successful;
  });
  return result;
}

/// Calls all callbacks, whatever one throws, because the change that they are told of has happened.
/// Returns the first exception.
std::exception_ptr ParameterStore::tell_callbacks(const std::vector<Parameter>& parameters) {
  std::exception_ptr thrown;
  post_set_.for_each([&](const auto& callback) {
    try {
      callback(parameters);
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
    return true;
  });
  return thrown;
}

/// Stores the values. A parameter that is set to no value is undeclared, but only after the
/// callbacks have seen the change: returns the names of these.
std::vector<std::string> ParameterStore::store(const std::vector<Parameter>& parameters,
                                               Event& event) {
  std::vector<std::string> undeclared;
  for (const Parameter& parameter : parameters) {
    const std::string& name = parameter.get_name();
    const auto [position, is_new] = entries_.try_emplace(name);
    Entry& entry = position->second;
    if (is_new) {
      entry.descriptor = dynamic_descriptor(name);
      if (parameter.get_type() != PARAMETER_NOT_SET) {
        event.new_parameters.push_back(parameter.to_parameter_msg());
      }
    } else if (parameter.get_type() == PARAMETER_NOT_SET &&
               entry.value.get_type() != PARAMETER_NOT_SET) {
      undeclared.push_back(name);
      event.deleted_parameters.push_back(parameter.to_parameter_msg());
    } else {
      event.changed_parameters.push_back(parameter.to_parameter_msg());
    }
    entry.value = parameter.get_parameter_value();
    entry.descriptor.type = parameter.get_type();
  }
  return undeclared;
}

// ---- reading ----

bool ParameterStore::has(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return find(name) != nullptr;
}

Parameter ParameterStore::get(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const Entry* entry = find(name);
  if (!entry && !allow_undeclared_) throw not_declared(name);
  if (!entry) return Parameter(name);
  if (entry->value.get_type() == PARAMETER_NOT_SET && !entry->descriptor.dynamic_typing) {
    throw exceptions::ParameterUninitializedException(name);
  }
  return {name, entry->value};
}

std::vector<Parameter> ParameterStore::get_all(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<Parameter> parameters;
  parameters.reserve(names.size());
  for (const std::string& name : names) parameters.push_back(get(name));
  return parameters;
}

bool ParameterStore::get(const std::string& name, Parameter& parameter) const {
  const std::lock_guard lock(mutex_);
  const Entry* entry = find(name);
  if (!entry || entry->value.get_type() == PARAMETER_NOT_SET) return false;
  parameter = Parameter(name, entry->value);
  return true;
}

bool ParameterStore::get_by_prefix(const std::string& prefix,
                                   std::map<std::string, Parameter>& found) const {
  const std::string begin = prefix.empty() ? prefix : prefix + parameter_separator;
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (auto entry = entries_.lower_bound(begin);
       entry != entries_.end() && entry->first.starts_with(begin); ++entry) {
    if (entry->first.size() == begin.size()) continue;
    found[entry->first.substr(begin.size())] = Parameter(entry->first, entry->second.value);
    any = true;
  }
  return any;
}

std::vector<ParameterStore::Descriptor> ParameterStore::describe(
    const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<Descriptor> descriptors;
  descriptors.reserve(names.size());
  for (const std::string& name : names) {
    const Entry* entry = find(name);
    if (!entry && !allow_undeclared_) throw not_declared(name);
    if (entry) {
      descriptors.push_back(entry->descriptor);
    } else {
      descriptors.emplace_back().name = name;
    }
  }
  return descriptors;
}

std::vector<std::uint8_t> ParameterStore::types(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint8_t> types;
  types.reserve(names.size());
  for (const std::string& name : names) {
    const Entry* entry = find(name);
    if (!entry && !allow_undeclared_) throw not_declared(name);
    types.push_back(entry ? entry->value.get_type() : PARAMETER_NOT_SET);
  }
  return types;
}

rcl_interfaces::msg::ListParametersResult ParameterStore::list(
    const std::vector<std::string>& prefixes, std::uint64_t depth) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    if (is_listed(name, prefixes, depth)) names.push_back(name);
  }
  return list_with_prefixes(names);
}

// ---- callbacks ----

ParameterStore::PreSetHandle::SharedPtr ParameterStore::add_pre_set(
    PreSetHandle::PreSetParametersCallbackType callback) {
  const Change change(*this);
  return pre_set_.add(std::move(callback));
}

ParameterStore::OnSetHandle::SharedPtr ParameterStore::add_on_set(
    OnSetHandle::OnSetParametersCallbackType callback) {
  const Change change(*this);
  return on_set_.add(std::move(callback));
}

ParameterStore::PostSetHandle::SharedPtr ParameterStore::add_post_set(
    PostSetHandle::PostSetParametersCallbackType callback) {
  const Change change(*this);
  return post_set_.add(std::move(callback));
}

void ParameterStore::remove(const PreSetHandle* handle) {
  const Change change(*this);
  pre_set_.remove(handle, "Pre set parameter callback doesn't exist");
}

void ParameterStore::remove(const OnSetHandle* handle) {
  const Change change(*this);
  on_set_.remove(handle, "On set parameter callback doesn't exist");
}

void ParameterStore::remove(const PostSetHandle* handle) {
  const Change change(*this);
  post_set_.remove(handle, "Post set parameter callback doesn't exist");
}

}  // namespace baton::client
