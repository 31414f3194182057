// SPDX-License-Identifier: Apache-2.0
#include <baton/lifecycle/managed_entity.hpp>

namespace rclcpp_lifecycle {

ManagedEntityInterface::~ManagedEntityInterface() = default;
SimpleManagedEntity::~SimpleManagedEntity() = default;

void SimpleManagedEntity::on_activate() { is_activated_.store(true, std::memory_order_relaxed); }

void SimpleManagedEntity::on_deactivate() { is_activated_.store(false, std::memory_order_relaxed); }

}  // namespace rclcpp_lifecycle
