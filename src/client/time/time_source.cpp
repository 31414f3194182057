// SPDX-License-Identifier: Apache-2.0
#include <baton/time_source.hpp>

#include <stdexcept>

#include <baton/node.hpp>
#include <baton/node_interfaces/require_node.hpp>

#include "client/time/clock_follower.hpp"

namespace rclcpp {
namespace {

const Clock::SharedPtr& require(const Clock::SharedPtr& clock) {
  if (!clock) throw std::invalid_argument("a time source cannot work on a null pointer to a clock");
  return clock;
}

}  // namespace

TimeSource::TimeSource(std::shared_ptr<Node> node, const QoS& qos, bool use_clock_thread)
    : TimeSource(qos, use_clock_thread) {
  attachNode(std::move(node));
}

TimeSource::TimeSource(const QoS& qos, bool use_clock_thread)
    : follower_(std::make_shared<client::ClockFollower>(qos, use_clock_thread)) {}

TimeSource::~TimeSource() { follower_->detach(); }

void TimeSource::attachNode(std::shared_ptr<Node> node) {
  node_interfaces::detail::require_node(node);
  follower_->use_clock_thread(node->get_node_options().use_clock_thread());
  attachNode(node->get_node_base_interface(), node->get_node_parameters_interface());
}

void TimeSource::attachNode(
    const node_interfaces::NodeBaseInterface::SharedPtr& node_base,
    const node_interfaces::NodeTopicsInterface::SharedPtr&,
    const node_interfaces::NodeGraphInterface::SharedPtr&,
    const node_interfaces::NodeServicesInterface::SharedPtr&,
    const node_interfaces::NodeLoggingInterface::SharedPtr&,
    const node_interfaces::NodeClockInterface::SharedPtr&,
    const node_interfaces::NodeParametersInterface::SharedPtr& node_parameters) {
  attachNode(node_base, node_parameters);
}

void TimeSource::attachNode(
    const node_interfaces::NodeBaseInterface::SharedPtr& node_base,
    const node_interfaces::NodeParametersInterface::SharedPtr& node_parameters) {
  follower_->attach(node_interfaces::detail::require_node(node_base),
                    node_interfaces::detail::require_node(node_parameters));
}

void TimeSource::detachNode() { follower_->detach(); }

void TimeSource::attachClock(Clock::SharedPtr clock) { follower_->attach(require(clock)); }

void TimeSource::detachClock(Clock::SharedPtr clock) { follower_->detach(require(clock)); }

bool TimeSource::get_use_clock_thread() const { return follower_->use_clock_thread(); }

void TimeSource::set_use_clock_thread(bool use_clock_thread) {
  follower_->use_clock_thread(use_clock_thread);
}

bool TimeSource::clock_thread_is_joinable() const { return follower_->has_clock_thread(); }

}  // namespace rclcpp
