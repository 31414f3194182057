// SPDX-License-Identifier: Apache-2.0
// Arguments for parameters, nodes and loggers that do not exist: most likely misspelt, which
// nothing else would report.
//
// Thread safety: all of it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <baton/context_event.hpp>

namespace baton::client {

struct Arguments;
class NodeState;

class ArgumentUse {
 public:
  void add(std::weak_ptr<const NodeState> node);
  /// The arguments that fit none of the nodes that are alive, each name once. Called when a spin
  /// begins, because nodes have declared their parameters then. Costs one load unless a node was
  /// added since.
  ///
  /// A file of parameters is often shared by many processes: if a file fits some node here, only
  /// names are told that are nearly those of the node's parameters.
  std::vector<ContextEvent> find_unused(const Arguments& arguments);

 private:
  using Nodes = std::vector<std::shared_ptr<const NodeState>>;
  Nodes alive();
  bool is_news(const std::string& name);
  void find_parameters(const Nodes& nodes, std::vector<ContextEvent>& found);
  void find_nodes(const Arguments& arguments, const Nodes& nodes, std::vector<ContextEvent>& found);
  void find_loggers(const Arguments& arguments, const Nodes& nodes,
                    std::vector<ContextEvent>& found);

  std::atomic<bool> has_new_nodes_{false};
  std::mutex mutex_;  // covers what follows
  std::vector<std::weak_ptr<const NodeState>> nodes_;
  std::set<std::string> told_;
};

}  // namespace baton::client
