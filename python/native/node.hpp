// SPDX-License-Identifier: Apache-2.0
// Nodes as the module has them. baton/node.py has what users see.
#pragma once

#include <memory>
#include <string>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>
#include <baton/node.hpp>

#include <nanobind/nanobind.h>

#include "handle.hpp"

namespace baton::python {

struct ContextHandle {
  Context::SharedPtr context;
};

struct NodeHandle : Handle<Node> {
  using Handle::Handle;
  std::shared_ptr<Node> node() const { return get("node"); }
};

struct GroupHandle {
  CallbackGroup::SharedPtr group;  // null: the node's default one
};

inline CallbackGroup::SharedPtr group_of(nanobind::handle object) {
  return object.is_none() ? nullptr : nanobind::cast<GroupHandle&>(object).group;
}

void add_contexts(nanobind::module_& module);
void add_nodes(nanobind::module_& module);
void add_graph(nanobind::module_& module, nanobind::class_<NodeHandle>& node);
void add_parameters(nanobind::module_& module, nanobind::class_<NodeHandle>& node);
void add_publishers(nanobind::module_& module);
void add_subscriptions(nanobind::module_& module);
void add_time_sources(nanobind::module_& module);
void add_timers(nanobind::module_& module);
void add_services(nanobind::module_& module);
void add_executors(nanobind::module_& module);
void add_clocks(nanobind::module_& module);
void add_qos(nanobind::module_& module);
void add_logging(nanobind::module_& module);

}  // namespace baton::python
