// SPDX-License-Identifier: Apache-2.0
#include <baton/components/component_threads.hpp>

#include <chrono>
#include <future>
#include <stdexcept>
#include <utility>

namespace baton::components {

struct ComponentThreads::OneThread {
  std::shared_ptr<Executor> executor;
  node_interfaces::NodeBaseInterface::SharedPtr node;
  std::future<void> end;  // waits in its destructor

  void leave() {
    if (!node) return;
    try {
      executor->remove_node(std::exchange(node, nullptr));
    } catch (const std::runtime_error&) {
      // The component has left the executor by itself.
    }
    // Works before spin() as well: cancel() then ends the next spin at once.
    executor->cancel();
  }
};

ComponentThreads::ComponentThreads() = default;

ComponentThreads::~ComponentThreads() {
  for (auto& [id, one] : threads_) one->leave();
}

void ComponentThreads::start(std::uint64_t id, std::shared_ptr<Executor> executor,
                             node_interfaces::NodeBaseInterface::SharedPtr node) {
  auto one = std::make_unique<OneThread>();
  executor->add_node(node);
  one->node = std::move(node);
  one->executor = executor;
  one->end = std::async(std::launch::async, [executor]() noexcept { executor->spin(); });
  const std::lock_guard lock(mutex_);
  threads_[id] = std::move(one);
}

void ComponentThreads::stop(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found != threads_.end()) found->second->leave();
}

bool ComponentThreads::has_ended(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return true;
  const bool ended =
      found->second->end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  if (ended) threads_.erase(found);
  return ended;
}

}  // namespace baton::components
