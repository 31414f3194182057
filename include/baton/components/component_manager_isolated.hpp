// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <baton/components/component_manager.hpp>
#include <baton/components/component_threads.hpp>
#include <baton/executors/single_threaded_executor.hpp>

namespace baton::components {

/// Gives each component an executor and a thread of its own.
template <class ExecutorT = executors::SingleThreadedExecutor>
class ComponentManagerIsolated : public ComponentManager {
 public:
  using ComponentManager::ComponentManager;
  ~ComponentManagerIsolated() override { unload_all(); }

 protected:
  void add_node_to_executor(std::uint64_t node_id) override {
    const auto node = node_wrappers_.at(node_id).get_node_base_interface();
    ExecutorOptions options;
    options.context = node->get_context();
    threads_.start(node_id, std::make_shared<ExecutorT>(options), node);
  }
  void remove_node_from_executor(std::uint64_t node_id) override { threads_.stop(node_id); }
  bool is_quiet(std::uint64_t node_id, const NodeInstanceWrapper&) override {
    return threads_.has_ended(node_id);
  }

 private:
  ComponentThreads threads_;
};

}  // namespace baton::components
