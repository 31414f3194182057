// SPDX-License-Identifier: Apache-2.0
// Parameters as rcl_interfaces messages; baton/parameter.py makes values of them.
//
// Callbacks run under the mutex of the parameters and need the GIL, so every function here waits
// for that mutex without the GIL.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <baton/set_descriptor.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;
using ValueMessage = rcl_interfaces::msg::ParameterValue;
using ParameterMessage = rcl_interfaces::msg::Parameter;
using node_interfaces::NodeParametersInterface;

template <class F>
auto released(const NodeHandle& handle, const F& use) {
  const auto node = handle.node();
  const ReleasedGil without_gil;
  return use(*node->get_node_parameters_interface());
}

nb::list to_list(const std::vector<Parameter>& parameters) {
  nb::list list;
  for (const Parameter& each : parameters) list.append(to_python(each.to_parameter_msg()));
  return list;
}

std::vector<Parameter> parameters_from(nb::handle list) {
  std::vector<Parameter> parameters;
  for (const nb::handle each : list) {
    parameters.push_back(Parameter::from_parameter_msg(from_python<ParameterMessage>(each)));
  }
  return parameters;
}

template <class M>
nb::list messages(std::vector<M> all) {
  nb::list list;
  for (M& each : all) list.append(to_python(std::move(each)));
  return list;
}

/// With a value of type NOT_SET the parameter has no default, and is of `type` (0: of any).
nb::object declare(const NodeHandle& handle, const std::string& name, nb::handle value, int type,
                   nb::handle descriptor, bool ignore_override) {
  const ParameterValue given(from_python<ValueMessage>(value));
  const auto described = from_python<ParameterDescriptor>(descriptor);
  return to_python(released(handle, [&](NodeParametersInterface& all) {
    if (given.get_type() == PARAMETER_NOT_SET && type != 0) {
      return all
          .declare_parameter(name, static_cast<ParameterType>(type), described, ignore_override)
          .to_value_msg();
    }
    return all.declare_parameter(name, given, described, ignore_override).to_value_msg();
  }));
}

nb::dict get_by_prefix(const NodeHandle& handle, const std::string& prefix) {
  const auto found = released(handle, [&](NodeParametersInterface& all) {
    std::map<std::string, Parameter> parameters;
    all.get_parameters_by_prefix(prefix, parameters);
    return parameters;
  });
  nb::dict entries;
  for (const auto& [name, parameter] : found) {
    entries[name.c_str()] = to_python(parameter.to_parameter_msg());
  }
  return entries;
}

nb::list set_parameters(const NodeHandle& handle, nb::handle list) {
  const auto parameters = parameters_from(list);
  return messages(released(
      handle, [&](NodeParametersInterface& all) { return all.set_parameters(parameters); }));
}

nb::object set_atomically(const NodeHandle& handle, nb::handle list) {
  const auto parameters = parameters_from(list);
  return to_python(released(handle, [&](NodeParametersInterface& all) {
    return all.set_parameters_atomically(parameters);
  }));
}

nb::object describe_anew(const NodeHandle& handle, const std::string& name, nb::handle descriptor,
                         nb::handle alternative) {
  const auto node = handle.node();
  const auto described = from_python<ParameterDescriptor>(descriptor);
  std::optional<ParameterValue> other;
  if (!alternative.is_none()) other.emplace(from_python<ValueMessage>(alternative));
  ValueMessage value;
  {
    const ReleasedGil released;
    value = set_descriptor(*node->get_node_base_interface(), name, described, other).to_value_msg();
  }
  return to_python(std::move(value));
}

/// Registered as long as it is held.
struct ParameterCallback : Handle<void> {
  ParameterCallback(std::shared_ptr<void> registered, SharedCallback callable)
      : Handle(std::move(registered)), callback(std::move(callable)) {}
  int traverse(visitproc visit, void* arg) const { return callback->traverse(visit, arg); }
  void close() { callback->close(); }
  void clear() { callback->clear(); }

  SharedCallback callback;
};

ParameterCallback* add_on_set(const NodeHandle& handle, nb::object callback) {
  const auto held = std::make_shared<Callback>(std::move(callback));
  const auto call = [held](const std::vector<Parameter>& parameters) {
    const Gil gil;
    const nb::object callable = held->get();
    if (callable.is_valid()) return from_python<SetParametersResult>(callable(to_list(parameters)));
    SetParametersResult result;
    result.successful = true;
    return result;
  };
  return new ParameterCallback(released(handle,
                                        [&](NodeParametersInterface& all) {
                                          return all.add_on_set_parameters_callback(call);
                                        }),
                               held);
}

ParameterCallback* add_pre_set(const NodeHandle& handle, nb::object callback) {
  const auto held = std::make_shared<Callback>(std::move(callback));
  const auto call = [held](std::vector<Parameter>& parameters) {
    const Gil gil;
    const nb::object callable = held->get();
    if (callable.is_valid()) parameters = parameters_from(callable(to_list(parameters)));
  };
  return new ParameterCallback(released(handle,
                                        [&](NodeParametersInterface& all) {
                                          return all.add_pre_set_parameters_callback(call);
                                        }),
                               held);
}

ParameterCallback* add_post_set(const NodeHandle& handle, nb::object callback) {
  const auto held = std::make_shared<Callback>(std::move(callback));
  const auto call = [held](const std::vector<Parameter>& parameters) {
    const Gil gil;
    const nb::object callable = held->get();
    if (callable.is_valid()) callable(to_list(parameters));
  };
  return new ParameterCallback(released(handle,
                                        [&](NodeParametersInterface& all) {
                                          return all.add_post_set_parameters_callback(call);
                                        }),
                               held);
}

}  // namespace

void add_parameters(nb::module_& module, nb::class_<NodeHandle>& node) {
  nb::class_<ParameterCallback>(module, "ParameterCallback",
                                nb::type_slots(collected_slots<ParameterCallback>()))
      .def("end", [](ParameterCallback& self) { self.destroy(); });
  using P = NodeParametersInterface;
  using Names = std::vector<std::string>;
  node.def("declare_parameter", declare)
      .def("undeclare_parameter",
           [](const NodeHandle& self, const std::string& name) {
             released(self, [&](P& all) {
               all.undeclare_parameter(name);
               return true;
             });
           })
      .def("has_parameter",
           [](const NodeHandle& self, const std::string& name) {
             return released(self, [&](P& all) { return all.has_parameter(name); });
           })
      .def("get_parameters",
           [](const NodeHandle& self, const Names& names) {
             return to_list(released(self, [&](P& all) { return all.get_parameters(names); }));
           })
      .def("get_parameters_by_prefix", get_by_prefix)
      .def("set_parameters", set_parameters)
      .def("set_descriptor", describe_anew, nb::arg("name"), nb::arg("descriptor"),
           nb::arg("alternative").none())
      .def("set_parameters_atomically", set_atomically)
      .def(
          "describe_parameters",
          [](const NodeHandle& self, const Names& names) {
            return messages(released(self, [&](P& all) { return all.describe_parameters(names); }));
          })
      .def("list_parameters",
           [](const NodeHandle& self, const Names& prefixes, std::uint64_t depth) {
             return to_python(
                 released(self, [&](P& all) { return all.list_parameters(prefixes, depth); }));
           })
      .def("get_parameter_overrides",
           [](const NodeHandle& self) {
             nb::dict entries;
             for (const auto& [name, value] :
                  self.node()->get_node_parameters_interface()->get_parameter_overrides()) {
               entries[name.c_str()] = to_python(value.to_value_msg());
             }
             return entries;
           })
      .def("add_on_set_parameters_callback", add_on_set)
      .def("add_pre_set_parameters_callback", add_pre_set)
      .def("add_post_set_parameters_callback", add_post_set);
}

}  // namespace baton::python
