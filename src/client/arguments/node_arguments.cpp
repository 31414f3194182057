// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/node_arguments.hpp"

#include <optional>

#include "client/arguments/node_pattern.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

using Of = RemapRule::Of;

/// `fits(rule)` of the first rule for which it is true. Local rules come first.
template <class Fits>
const RemapRule* find_rule(const NodeArguments& arguments, const std::string& node_name,
                           Fits&& fits) {
  for (const Arguments* source : {arguments.local, arguments.global}) {
    if (!source) continue;
    for (const RemapRule& rule : source->remap_rules) {
      const bool of_node = rule.node.empty() || rule.node == node_name;
      if (of_node && fits(rule)) return &rule;
    }
  }
  return nullptr;
}

bool is_of(const RemapRule& rule, NameKind kind) {
  return rule.of == Of::topic_and_service ||
         rule.of == (kind == NameKind::topic ? Of::topic : Of::service);
}

std::string absolute_namespace(const std::string& name) {
  return name.starts_with('/') ? name : '/' + name;
}

}  // namespace

NodeArguments::Names NodeArguments::remap_node(const std::string& name,
                                               const std::string& namespace_) const {
  check_node_name(name);
  Names names{name, absolute_namespace(namespace_)};
  check_namespace(names.namespace_);
  const auto of = [](Of what) { return [what](const RemapRule& rule) { return rule.of == what; }; };
  if (const auto* rule = find_rule(*this, names.name, of(Of::node_name))) names.name = rule->to;
  if (const auto* rule = find_rule(*this, names.name, of(Of::node_namespace))) {
    names.namespace_ = rule->to;
  }
  return names;
}

std::string NodeArguments::remap(const std::string& absolute, const Names& node,
                                 NameKind kind) const {
  const RemapRule* rule = find_rule(*this, node.name, [&](const RemapRule& each) {
    // A rule may name what only other nodes can expand.
    return is_of(each, kind) && expand_name(each.from, node.name, node.namespace_) == absolute;
  });
  if (!rule) return absolute;
  return expand_name_or_throw(rule->to, node.name, node.namespace_, kind);
}

std::string NodeArguments::resolve(const std::string& name, const Names& node, NameKind kind,
                                   bool only_expand) const {
  const std::string absolute = expand_name_or_throw(name, node.name, node.namespace_, kind);
  return only_expand ? absolute : remap(absolute, node, kind);
}

std::map<std::string, ParameterValue> NodeArguments::parameter_overrides(
    const std::string& node_fqn) const {
  std::map<std::string, ParameterValue> overrides;
  for (const Arguments* source : {global, local}) {
    if (!source) continue;
    for (const ParameterAssignment& each : source->parameters) {
      if (!matches_node(each.node_pattern, node_fqn)) continue;
      overrides[each.name] = to_parameter_value(each.value, each.name);
    }
  }
  return overrides;
}

}  // namespace baton::client
