// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/parameter_requests.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/exceptions.hpp>
#include <baton/msg/operations.hpp>

#include "client/log/log.hpp"
#include "client/parameters/parameter_rules.hpp"
#include "client/parameters/parameter_store.hpp"

namespace baton::client {
namespace {

template <class Names>
std::vector<std::string> strings(const Names& names) {
  return {names.begin(), names.end()};
}

void log_failure(const std::string& what, const std::string& why) {
  log(RCUTILS_LOG_SEVERITY_DEBUG, "rclcpp", "Failed to " + what + ": " + why);
}
void log_failure(const std::string& what, const std::exception& error) {
  log_failure(what, std::string(error.what()));
}

/// Calls `read()` and logs what it throws, because another node has asked for the names.
template <class Read>
void read_or_log(const std::string& what, Read&& read) {
  try {
    read();
  } catch (const exceptions::ParameterNotDeclaredException& error) {
    log_failure(what, error);
  } catch (const exceptions::ParameterUninitializedException& error) {
    log_failure(what, error);
  }
}

/// Answers each name with what `read()` returns for a list of names. A request that repeats names
/// must not make an answer of any size: a large one stays empty.
template <class Names, class Read, class Answers>
void answer_each(const std::string& what, const Names& asked, Read&& read, Answers& answers) {
  constexpr std::size_t most_bytes = 16u << 20;
  const std::vector<std::string> names = strings(asked);
  std::vector<std::string> once = names;
  std::sort(once.begin(), once.end());
  once.erase(std::unique(once.begin(), once.end()), once.end());
  const auto found = read(once);
  using Answer = typename decltype(found)::value_type;
  std::size_t bytes = 0;
  for (const std::string& name : names) {
    const auto place = std::lower_bound(once.begin(), once.end(), name);
    const auto& answer = found[static_cast<std::size_t>(place - once.begin())];
    bytes += sizeof answer + msg::footprint(msg::type_support<Answer>(), &answer);
    if (bytes > most_bytes && once.size() < names.size()) {
      answers.clear();
      return log_failure(what, "the request repeats names, and the answer would be too large");
    }
    answers.push_back(answer);
  }
}

/// Calls `set()` and returns a refusal if it throws. The reason is `not_declared` for an undeclared
/// parameter, or the error's own if that is null.
template <class Set>
ParameterStore::Result set_or_refuse(const char* not_declared, Set&& set) {
  try {
    return set();
  } catch (const exceptions::ParameterNotDeclaredException& error) {
    log_failure("set parameter", error);
    return refuse(not_declared ? not_declared : error.what());
  } catch (const exceptions::InvalidParametersException& error) {
    log_failure("set parameter", error);
    return refuse(error.what());
  } catch (const exceptions::UnknownTypeError& error) {
    log_failure("set parameter", error);
    return refuse(error.what());
  }
}

}  // namespace

void answer_get(const ParameterStore& store,
                const rcl_interfaces::srv::GetParameters::Request& request,
                rcl_interfaces::srv::GetParameters::Response& response) {
  const std::string what = "get parameters";
  const auto read = [&store](const std::vector<std::string>& names) {
    std::vector<rcl_interfaces::msg::ParameterValue> values;
    for (const Parameter& parameter : store.get_all(names)) {
      values.push_back(parameter.get_value_message());
    }
    return values;
  };
  read_or_log(what, [&] { answer_each(what, request.names, read, response.values); });
}

void answer_types(const ParameterStore& store,
                  const rcl_interfaces::srv::GetParameterTypes::Request& request,
                  rcl_interfaces::srv::GetParameterTypes::Response& response) {
  read_or_log("get parameter types", [&] { response.types = store.types(strings(request.names)); });
}

void answer_set(ParameterStore& store, const rcl_interfaces::srv::SetParameters::Request& request,
                rcl_interfaces::srv::SetParameters::Response& response) {
  for (const auto& message : request.parameters) {
    response.results.push_back(set_or_refuse(
        nullptr, [&] { return store.set_atomically({Parameter::from_parameter_msg(message)}); }));
  }
}

void answer_set_atomically(ParameterStore& store,
                           const rcl_interfaces::srv::SetParametersAtomically::Request& request,
                           rcl_interfaces::srv::SetParametersAtomically::Response& response) {
  response.result = set_or_refuse("One or more parameters were not declared before setting", [&] {
    std::vector<Parameter> parameters;
    parameters.reserve(request.parameters.size());
    for (const auto& message : request.parameters) {
      parameters.push_back(Parameter::from_parameter_msg(message));
    }
    return store.set_atomically(parameters);
  });
}

void answer_describe(const ParameterStore& store,
                     const rcl_interfaces::srv::DescribeParameters::Request& request,
                     rcl_interfaces::srv::DescribeParameters::Response& response) {
  const std::string what = "describe parameters";
  const auto read = [&store](const auto& names) { return store.describe(names); };
  read_or_log(what, [&] { answer_each(what, request.names, read, response.descriptors); });
}

void answer_list(const ParameterStore& store,
                 const rcl_interfaces::srv::ListParameters::Request& request,
                 rcl_interfaces::srv::ListParameters::Response& response) {
  response.result = store.list(strings(request.prefixes), request.depth);
}

}  // namespace baton::client
