// SPDX-License-Identifier: Apache-2.0
// What a node sees of the domain. Every question asks the context's thread, without the GIL.
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <functional>
#include <memory>

#include "node.hpp"
#include "qos.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

using node_interfaces::NodeGraphInterface;

template <class F>
auto ask(const NodeHandle& handle, const F& question) {
  const auto node = handle.node();
  const ReleasedGil released;
  return question(*node->get_node_graph_interface());
}

nb::list to_list(const std::vector<TopicEndpointInfo>& endpoints) {
  nb::list list;
  for (const TopicEndpointInfo& each : endpoints) {
    nb::dict entry;
    entry["node_name"] = each.node_name();
    entry["node_namespace"] = each.node_namespace();
    entry["topic_type"] = each.topic_type();
    entry["endpoint_type"] = static_cast<int>(each.endpoint_type());
    entry["endpoint_gid"] = nb::bytes(reinterpret_cast<const char*>(each.endpoint_gid().data()),
                                      each.endpoint_gid().size());
    entry["qos_profile"] = to_tuple(each.qos_profile());
    entry["topic_type_hash"] =
        nb::make_tuple(each.topic_type_hash().version,
                       nb::bytes(reinterpret_cast<const char*>(each.topic_type_hash().value),
                                 sizeof each.topic_type_hash().value));
    list.append(entry);
  }
  return list;
}

using ByNode = NodeGraphInterface::NamesAndTypes (NodeGraphInterface::*)(const std::string&,
                                                                         const std::string&) const;
using TopicsByNode = NodeGraphInterface::NamesAndTypes (NodeGraphInterface::*)(const std::string&,
                                                                               const std::string&,
                                                                               bool) const;

template <ByNode function>
auto names_by_node(const NodeHandle& self, const std::string& name, const std::string& space) {
  return ask(self, [&](const NodeGraphInterface& graph) { return (graph.*function)(name, space); });
}

template <TopicsByNode function>
auto topics_by_node(const NodeHandle& self, const std::string& name, const std::string& space,
                    bool no_demangle) {
  return ask(self, [&](const NodeGraphInterface& graph) {
    return (graph.*function)(name, space, no_demangle);
  });
}

using Count = std::size_t (NodeGraphInterface::*)(const std::string&) const;

template <Count function>
std::size_t count(const NodeHandle& self, const std::string& name) {
  return ask(self, [&](const NodeGraphInterface& graph) { return (graph.*function)(name); });
}

/// Notes changes of the graph from its making on.
struct GraphEvent {
  Event::SharedPtr event;
};

/// True when the graph has changed since the event was made, or since the last call.
bool wait_for_graph_change(const NodeHandle& self, const GraphEvent& event,
                           std::int64_t timeout_ns) {
  const auto changed = ask(self, [&](NodeGraphInterface& graph) {
    graph.wait_for_graph_change(event.event, std::chrono::nanoseconds(timeout_ns));
    return event.event->check_and_clear();
  });
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return changed;
}

/// `callback` is called in a thread of the context, and may not wait. None: no callback.
void on_graph_change(const NodeHandle& self, nb::object callback) {
  std::function<void(std::size_t)> call;
  if (!callback.is_none()) {
    call = [held = std::make_shared<Callback>(std::move(callback))](std::size_t) {
      if (!Py_IsInitialized()) return;
      const Gil gil;
      try {
        held->get()();
      } catch (nb::python_error& error) {
        error.discard_as_unraisable("a callback for changes of the graph");
      }
    };
  }
  ask(self, [&](const NodeGraphInterface& graph) {
    graph.get_graph_guard_condition()->set_on_trigger_callback(std::move(call));
    return true;
  });
}

}  // namespace

void add_graph(nb::module_& module, nb::class_<NodeHandle>& node) {
  nb::class_<GraphEvent>(module, "GraphEvent");
  using G = NodeGraphInterface;
  node.def("get_topic_names_and_types",
           [](const NodeHandle& self, bool no_demangle) {
             return ask(self, [&](const G& graph) {
               return graph.get_topic_names_and_types(no_demangle);
             });
           })
      .def("get_service_names_and_types",
           [](const NodeHandle& self) {
             return ask(self, [](const G& graph) { return graph.get_service_names_and_types(); });
           })
      .def("get_service_names_and_types_by_node",
           names_by_node<&G::get_service_names_and_types_by_node>)
      .def("get_client_names_and_types_by_node",
           names_by_node<&G::get_client_names_and_types_by_node>)
      .def("get_publisher_names_and_types_by_node",
           topics_by_node<&G::get_publisher_names_and_types_by_node>)
      .def("get_subscriber_names_and_types_by_node",
           topics_by_node<&G::get_subscriber_names_and_types_by_node>)
      .def("get_node_names_and_namespaces",
           [](const NodeHandle& self) {
             return ask(self, [](const G& graph) { return graph.get_node_names_and_namespaces(); });
           })
      .def("get_node_names_and_namespaces_with_enclaves",
           [](const NodeHandle& self) {
             return ask(self, [](const G& graph) { return graph.get_node_names_with_enclaves(); });
           })
      .def("count_publishers", count<&G::count_publishers>)
      .def("count_subscribers", count<&G::count_subscribers>)
      .def("count_clients", count<&G::count_clients>)
      .def("count_services", count<&G::count_services>)
      .def("get_publishers_info_by_topic",
           [](const NodeHandle& self, const std::string& topic, bool no_mangle) {
             return to_list(ask(self, [&](const G& graph) {
               return graph.get_publishers_info_by_topic(topic, no_mangle);
             }));
           })
      .def("get_subscriptions_info_by_topic",
           [](const NodeHandle& self, const std::string& topic, bool no_mangle) {
             return to_list(ask(self, [&](const G& graph) {
               return graph.get_subscriptions_info_by_topic(topic, no_mangle);
             }));
           })
      .def("make_graph_event",
           [](const NodeHandle& self) {
             return GraphEvent{
                 ask(self, [](NodeGraphInterface& graph) { return graph.get_graph_event(); })};
           })
      .def("wait_for_graph_change", wait_for_graph_change, nb::arg("event"), nb::arg("timeout_ns"))
      .def("on_graph_change", on_graph_change, nb::arg("callback").none());
}

}  // namespace baton::python
