// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace node_costs {

inline baton::Node::SharedPtr make_node(const baton::Context::SharedPtr& context,
                                        const std::string& name, bool in_process = false) {
  baton::NodeOptions options;
  options.context(context).use_global_arguments(false).use_intra_process_comms(in_process);
  return std::make_shared<baton::Node>(name, options);
}

inline baton::ExecutorOptions options_in(const baton::Context::SharedPtr& context) {
  baton::ExecutorOptions options;
  options.context = context;
  return options;
}

inline baton::Context::SharedPtr make_context() {
  return std::make_shared<baton::Context>(baton::ContextOptions{});
}

/// A node whose executor spins in a thread of its own as long as this lives.
class SpinningNode {
 public:
  SpinningNode(const baton::Context::SharedPtr& context, baton::Node::SharedPtr node)
      : node_(std::move(node)), executor_(options_in(context)) {
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~SpinningNode() {
    executor_.cancel();
    thread_.join();
  }

 private:
  const baton::Node::SharedPtr node_;
  baton::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

}  // namespace node_costs
