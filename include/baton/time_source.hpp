// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/clock.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_clock_interface.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_logging_interface.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <baton/node_interfaces/node_topics_interface.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class ClockFollower;
}  // namespace baton::client

namespace rclcpp {

class Node;

/// Lets clocks of type RCL_ROS_TIME tell what comes on /clock, while the parameter use_sim_time of
/// a node is true. Nothing is received otherwise. Thread safety: all members.
///
/// With a clock thread, /clock is received while the node's callbacks run; all such time sources of
/// a context share one thread. Else the node's executor receives it.
class BATON_PUBLIC TimeSource {
 public:
  explicit TimeSource(std::shared_ptr<Node> node, const QoS& qos = ClockQoS(),
                      bool use_clock_thread = true);
  explicit TimeSource(const QoS& qos = ClockQoS(), bool use_clock_thread = true);
  /// Detaches the node.
  ~TimeSource();
  TimeSource(const TimeSource&) = delete;
  TimeSource& operator=(const TimeSource&) = delete;

  /// Attaches a node, and detaches the former one. Declares use_sim_time unless it is declared.
  /// Throws std::invalid_argument if that parameter is no bool, or for a null pointer.
  void attachNode(std::shared_ptr<Node> node);
  void attachNode(const node_interfaces::NodeBaseInterface::SharedPtr& node_base,
                  const node_interfaces::NodeTopicsInterface::SharedPtr& node_topics,
                  const node_interfaces::NodeGraphInterface::SharedPtr& node_graph,
                  const node_interfaces::NodeServicesInterface::SharedPtr& node_services,
                  const node_interfaces::NodeLoggingInterface::SharedPtr& node_logging,
                  const node_interfaces::NodeClockInterface::SharedPtr& node_clock,
                  const node_interfaces::NodeParametersInterface::SharedPtr& node_parameters);
  /// Like attachNode() above, with the parts of a node that are needed.
  void attachNode(const node_interfaces::NodeBaseInterface::SharedPtr& node_base,
                  const node_interfaces::NodeParametersInterface::SharedPtr& node_parameters);
  /// Detaches the node. Clocks tell system time again.
  void detachNode();

  /// Throws std::invalid_argument for a clock that cannot follow while use_sim_time is true. While
  /// such a clock is attached, use_sim_time cannot be set to true.
  void attachClock(Clock::SharedPtr clock);
  /// The clock keeps its present time.
  void detachClock(Clock::SharedPtr clock);

  bool get_use_clock_thread() const;
  /// Takes effect when use_sim_time becomes true the next time.
  void set_use_clock_thread(bool use_clock_thread);
  /// Whether a clock thread receives /clock now.
  bool clock_thread_is_joinable() const;

 private:
  const std::shared_ptr<client::ClockFollower> follower_;
};

}  // namespace rclcpp
