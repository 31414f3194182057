// SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/node_options.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "clock.hpp"
#include "convert.hpp"
#include "qos.hpp"

#include <rcl_interfaces/msg/parameter.hpp>

namespace nb = nanobind;

namespace baton::python {
namespace {

NodeHandle* create_node(const ContextHandle& context, const std::string& name,
                        const std::string& namespace_, nb::dict settings) {
  NodeOptions options;
  options.context(context.context);
  options.arguments(nb::cast<std::vector<std::string>>(settings["arguments"]));
  options.use_global_arguments(nb::cast<bool>(settings["use_global_arguments"]));
  options.enable_rosout(nb::cast<bool>(settings["enable_rosout"]));
  options.rosout_qos(qos_from(settings["rosout_qos"]));
  options.start_parameter_services(nb::cast<bool>(settings["start_parameter_services"]));
  options.allow_undeclared_parameters(nb::cast<bool>(settings["allow_undeclared_parameters"]));
  options.automatically_declare_parameters_from_overrides(
      nb::cast<bool>(settings["automatically_declare_parameters_from_overrides"]));
  options.enable_logger_service(nb::cast<bool>(settings["enable_logger_service"]));
  for (const nb::handle each : nb::borrow<nb::list>(settings["parameter_overrides"])) {
    options.parameter_overrides().push_back(
        Parameter::from_parameter_msg(from_python<rcl_interfaces::msg::Parameter>(each)));
  }
  std::shared_ptr<Node> made;
  {
    const ReleasedGil released;
    made = std::make_shared<Node>(name, namespace_, options);
  }
  return new NodeHandle(std::move(made));
}

GroupHandle create_callback_group(const NodeHandle& handle, bool reentrant) {
  return {handle.node()->create_callback_group(reentrant ? CallbackGroupType::Reentrant
                                                         : CallbackGroupType::MutuallyExclusive)};
}

}  // namespace

void add_nodes(nb::module_& module) {
  nb::class_<GroupHandle>(module, "CallbackGroup");
  nb::class_<NodeHandle> node = add_with(nb::class_<NodeHandle>(module, "Node"));
  node.def_prop_ro("name",
                   [](const NodeHandle& self) { return std::string(self.node()->get_name()); })
      .def_prop_ro("namespace_",
                   [](const NodeHandle& self) { return std::string(self.node()->get_namespace()); })
      .def_prop_ro("fully_qualified_name",
                   [](const NodeHandle& self) {
                     return std::string(self.node()->get_fully_qualified_name());
                   })
      .def_prop_ro(
          "logger_name",
          [](const NodeHandle& self) { return std::string(self.node()->get_logger().get_name()); })
      .def_prop_ro("clock",
                   [](const NodeHandle& self) { return ClockHandle{self.node()->get_clock()}; })
      .def_prop_ro("valid", [](const NodeHandle& self) { return self.valid(); })
      .def("create_callback_group", create_callback_group, nb::arg("reentrant"))
      .def("resolve_name",
           [](const NodeHandle& self, const std::string& name, bool service, bool only_expand) {
             return self.node()->get_node_base_interface()->resolve_topic_or_service_name(
                 name, service, only_expand);
           })
      .def("destroy", [](NodeHandle& self) { self.destroy(); });
  add_graph(module, node);
  add_parameters(module, node);
  module.def("create_node", create_node, nb::arg("context"), nb::arg("name"), nb::arg("namespace_"),
             nb::arg("settings"));
}

}  // namespace baton::python
