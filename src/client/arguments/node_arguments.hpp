// SPDX-License-Identifier: Apache-2.0
// What arguments mean for one node: its own (NodeOptions::arguments) come before the process's.
#pragma once

#include <map>
#include <string>

#include <baton/parameter_value.hpp>

#include "client/arguments/arguments.hpp"
#include "client/names/expand_name.hpp"

namespace baton::client {

/// Both must outlive this; null: there are none (NodeOptions::use_global_arguments(false)).
struct NodeArguments {
  const Arguments* local = nullptr;
  const Arguments* global = nullptr;

  struct Names {
    std::string name;
    std::string namespace_;
  };

  /// A node's names after remapping. As in rcl, rules for the namespace see the new name.
  /// Throws exceptions::InvalidNodeNameError or InvalidNamespaceError; a namespace may lack its
  /// first '/'.
  Names remap_node(const std::string& name, const std::string& namespace_) const;

  /// Remaps a name that expand_name() made absolute. The first rule that fits wins.
  std::string remap(const std::string& absolute, const Names& node, NameKind kind) const;

  /// Returns a name that is expanded, remapped unless `only_expand`, and valid. Throws as
  /// baton::expand_topic_or_service_name does.
  std::string resolve(const std::string& name, const Names& node, NameKind kind,
                      bool only_expand = false) const;

  /// The overrides for the node "/ns/node", by the parameters' names. Later assignments win, and
  /// local ones come last. Throws exceptions::InvalidParameterValueException for a value without a
  /// type.
  std::map<std::string, ParameterValue> parameter_overrides(const std::string& node_fqn) const;
};

}  // namespace baton::client
