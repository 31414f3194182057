// SPDX-License-Identifier: Apache-2.0
#include "client/context/argument_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/near_match.hpp"
#include "client/arguments/arguments.hpp"
#include "client/arguments/node_pattern.hpp"
#include "client/node/node_state.hpp"
#include "client/parameters/parameter_store.hpp"

namespace baton::client {
namespace {

/// Whether files alone have a value for that parameter of the node.
bool comes_from_files(const NodeState& node, const std::string& name) {
  for (const Parameter& parameter : node.options().parameter_overrides()) {
    if (parameter.get_name() == name) return false;
  }
  const NodeArguments arguments = node.arguments();
  for (const Arguments* source : {arguments.local, arguments.global}) {
    if (source == nullptr) continue;
    for (const ParameterAssignment& each : source->parameters) {
      const bool fits =
          each.name == name && matches_node(each.node_pattern, node.fully_qualified_name());
      if (fits && each.file.empty()) return false;
    }
  }
  return true;
}

std::vector<std::string> without_override(const ParameterStore& store) {
  std::vector<std::string> names;
  for (const std::string name : store.list({}, 0).names) {
    if (store.overrides().count(name) == 0) names.push_back(name);
  }
  return names;
}

bool is_below(const std::string& logger, const std::string& ancestor) {
  return logger == ancestor || logger.starts_with(ancestor + ".");
}

/// Loggers that are there whatever nodes there are.
bool is_of_libraries(const std::string& logger) {
  for (const char* root : {"baton", "rcl", "rclcpp", "rcutils", "rmw"}) {
    if (is_below(logger, root)) return true;
  }
  return false;
}

}  // namespace

void ArgumentUse::add(std::weak_ptr<const NodeState> node) {
  const std::lock_guard lock(mutex_);
  std::erase_if(nodes_, [](const auto& each) { return each.expired(); });
  nodes_.push_back(std::move(node));
  has_new_nodes_.store(true, std::memory_order_relaxed);  // a hint; the mutex orders the rest
}

ArgumentUse::Nodes ArgumentUse::alive() {
  const std::lock_guard lock(mutex_);
  Nodes alive;
  for (const auto& each : nodes_) {
    if (auto node = each.lock()) alive.push_back(std::move(node));
  }
  return alive;
}

bool ArgumentUse::is_news(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return told_.insert(name).second;
}

std::vector<ContextEvent> ArgumentUse::find_unused(const Arguments& arguments) {
  std::vector<ContextEvent> found;
  if (!has_new_nodes_.load(std::memory_order_relaxed)) return found;
  has_new_nodes_.store(false, std::memory_order_relaxed);
  const Nodes nodes = alive();
  if (nodes.empty()) return found;
  find_parameters(nodes, found);
  find_nodes(arguments, nodes, found);
  find_loggers(arguments, nodes, found);
  return found;
}

void ArgumentUse::find_parameters(const Nodes& nodes, std::vector<ContextEvent>& found) {
  std::set<std::string> declared;  // by a node with a value for it
  std::vector<std::pair<const NodeState*, std::string>> undeclared;
  for (const auto& node : nodes) {
    const auto store = node->parameters();
    if (!store || node->options().allow_undeclared_parameters()) continue;
    for (const auto& [name, value] : store->overrides()) {
      if (store->has(name)) {
        declared.insert(name);
      } else {
        undeclared.emplace_back(node.get(), name);
      }
    }
  }
  for (const auto& [node, name] : undeclared) {
    const auto store = node->parameters();
    if (declared.count(name) != 0 || !store) continue;
    const std::string near = base::did_you_mean(name, without_override(*store));
    if (near.empty() && comes_from_files(*node, name)) continue;
    if (!is_news("parameter " + name)) continue;
    found.push_back({EventKind::unknown_name,
                     fmt::format("there is a value for a parameter '{}', and the node has not "
                                 "declared one of that name{}",
                                 name, near),
                     node->fully_qualified_name()});
  }
}

void ArgumentUse::find_nodes(const Arguments& arguments, const Nodes& nodes,
                             std::vector<ContextEvent>& found) {
  std::vector<std::string> names;
  for (const auto& node : nodes) names.push_back(node->fully_qualified_name());
  // For each file, the first node that the file names.
  std::map<std::string, std::string> strangers;
  std::set<std::string> useful;  // files that fit some node
  for (const ParameterAssignment& each : arguments.parameters) {
    const bool fits = std::ranges::any_of(
        names, [&](const std::string& name) { return matches_node(each.node_pattern, name); });
    if (fits) {
      useful.insert(each.file);
    } else if (!each.file.empty()) {
      strangers.emplace(each.file, each.node_pattern);
    } else if (is_news("node " + each.node_pattern)) {
      found.push_back(
          {EventKind::unknown_name,
           fmt::format("there is a value for parameter '{}' of a node '{}', and no node "
                       "here has that name{}",
                       each.name, each.node_pattern, base::did_you_mean(each.node_pattern, names)),
           {}});
    }
  }
  for (const auto& [file, node] : strangers) {
    if (useful.count(file) != 0 || !is_news("file " + file)) continue;
    found.push_back({EventKind::unknown_name,
                     fmt::format("the parameter file '{}' speaks of no node here, but of '{}'{}",
                                 file, node, base::did_you_mean(node, names)),
                     {}});
  }
}

void ArgumentUse::find_loggers(const Arguments& arguments, const Nodes& nodes,
                               std::vector<ContextEvent>& found) {
  std::vector<std::string> loggers;
  for (const auto& node : nodes) loggers.push_back(node->logger_name());
  for (const LogLevelRule& rule : arguments.log_levels) {
    if (rule.logger.empty() || is_of_libraries(rule.logger)) continue;
    const bool fits = std::ranges::any_of(loggers, [&](const std::string& logger) {
      return is_below(logger, rule.logger) || is_below(rule.logger, logger);
    });
    // Programs may have loggers without a node: only a name that is nearly a node's is surely
    // misspelt.
    const std::string near = base::did_you_mean(rule.logger, loggers);
    if (fits || near.empty() || !is_news("logger " + rule.logger)) continue;
    found.push_back(
        {EventKind::unknown_name,
         fmt::format("there is a log level for '{}', and no node here logs by that name{}",
                     rule.logger, near),
         {}});
  }
}

}  // namespace baton::client
