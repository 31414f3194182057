// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/remap_rule.hpp"

#include <fmt/format.h>

#include "client/arguments/argument_fault.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

using Of = RemapRule::Of;

void refuse_fault(const std::optional<NameFault>& fault, const std::string& name) {
  if (!fault) return;
  throw ArgumentFault(fmt::format("'{}': {} (at character {})", name, fault->why, fault->at + 1));
}

bool take_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

Of take_scheme(std::string& from) {
  if (take_prefix(from, "rostopic://")) return Of::topic;
  if (take_prefix(from, "rosservice://")) return Of::service;
  return Of::topic_and_service;
}

void check_names(const RemapRule& rule) {
  for (const std::string& name : {rule.from, rule.to}) {
    if (name.find('*') != name.npos || name.find('\\') != name.npos) {
      throw ArgumentFault(fmt::format(
          "'{}': rules for topics and services have no wildcards; write one for each name", name));
    }
    refuse_fault(find_topic_name_fault(name), name);
  }
}

}  // namespace

std::string take_node_prefix(std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos || text.substr(colon, 3) == "://") return {};
  std::string node = text.substr(0, colon);
  if (find_node_name_fault(node)) return {};
  text.erase(0, colon + 1);
  return node;
}

RemapRule read_remap_rule(const std::string& text) {
  const std::size_t separator = text.find(":=");
  if (separator == text.npos) {
    throw ArgumentFault(
        "there is no ':='; a rule is from:=to, node:from:=to, __node:=name or __ns:=/ns");
  }
  RemapRule rule{Of::topic_and_service, {}, text.substr(0, separator), text.substr(separator + 2)};
  rule.node = take_node_prefix(rule.from);
  if (rule.from == "__node" || rule.from == "__name") {
    refuse_fault(find_node_name_fault(rule.to), rule.to);
    rule.of = Of::node_name;
    rule.from.clear();
  } else if (rule.from == "__ns") {
    refuse_fault(find_namespace_fault(rule.to), rule.to);
    rule.of = Of::node_namespace;
    rule.from.clear();
  } else {
    rule.of = take_scheme(rule.from);
    check_names(rule);
  }
  return rule;
}

}  // namespace baton::client
