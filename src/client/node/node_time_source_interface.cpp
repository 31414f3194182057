// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_time_source_interface.hpp>

#include <baton/time_source.hpp>

#include "client/node/node_state.hpp"

namespace rclcpp::node_interfaces {

NodeTimeSourceInterface::NodeTimeSourceInterface(
    const NodeBaseInterface::SharedPtr& node, const NodeParametersInterface::SharedPtr& parameters,
    const NodeClockInterface::SharedPtr& clock)
    : time_source_(std::make_shared<TimeSource>(node->state()->options().clock_qos(),
                                                node->state()->options().use_clock_thread())) {
  time_source_->attachClock(clock->get_clock());
  time_source_->attachNode(node, parameters);
}

NodeTimeSourceInterface::~NodeTimeSourceInterface() = default;

}  // namespace rclcpp::node_interfaces
