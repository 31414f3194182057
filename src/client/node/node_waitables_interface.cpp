// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_waitables_interface.hpp>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>

#include "client/executor/group_state.hpp"
#include "client/executor/waitable_entity.hpp"

namespace baton::client {

/// What executors find of a node's waitables. Groups hold it weakly, so it is kept here.
class NodeWaitables {
 public:
  void keep(std::shared_ptr<WaitableEntity> entity) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entities_, [](const auto& entry) { return entry->is_gone(); });
    entities_.push_back(std::move(entity));
  }

  /// Null if there is none.
  std::shared_ptr<WaitableEntity> take(const baton::Waitable& waitable) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(entities_.begin(), entities_.end(),
                                 [&](const auto& entry) { return entry->is_of(waitable); });
    if (at == entities_.end()) return nullptr;
    auto entity = std::move(*at);
    entities_.erase(at);
    return entity;
  }

 private:
  std::mutex mutex_;  // covers what follows
  std::vector<std::shared_ptr<WaitableEntity>> entities_;
};

}  // namespace baton::client

namespace rclcpp {

namespace node_interfaces {

NodeWaitablesInterface::NodeWaitablesInterface(NodeBaseInterface::SharedPtr node)
    : node_(std::move(node)), waitables_(std::make_unique<client::NodeWaitables>()) {}

NodeWaitablesInterface::~NodeWaitablesInterface() = default;

void NodeWaitablesInterface::add_waitable(Waitable::SharedPtr waitable,
                                          CallbackGroup::SharedPtr group) {
  if (!waitable) throw std::invalid_argument("add_waitable: the waitable is a null pointer");
  if (group && !node_->callback_group_in_node(group)) {
    throw exceptions::MissingGroupNodeException("waitable");
  }
  auto entity = std::make_shared<client::WaitableEntity>(waitable);
  entity->collect_guards();
  node_->add_to_group(entity, group);
  waitables_->keep(std::move(entity));
}

void NodeWaitablesInterface::remove_waitable(Waitable::SharedPtr waitable,
                                             CallbackGroup::SharedPtr group) noexcept {
  if (!waitable) return;
  const auto entity = waitables_->take(*waitable);
  if (!entity) return;
  if (!group) group = node_->get_default_callback_group();
  group->state()->remove(*entity);
}

}  // namespace node_interfaces
}  // namespace rclcpp
