// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/parameter.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>

namespace rclcpp {

class SubscriptionBase;

// A callback is registered as long as its handle is held.

struct ParameterCallbackHandle {
  using SharedPtr = std::shared_ptr<ParameterCallbackHandle>;
  using WeakPtr = std::weak_ptr<ParameterCallbackHandle>;
  using ParameterCallbackType = std::function<void(const Parameter&)>;

  std::string parameter_name;
  /// The node's fully qualified name.
  std::string node_name;
  ParameterCallbackType callback;
};

struct ParameterEventCallbackHandle {
  using SharedPtr = std::shared_ptr<ParameterEventCallbackHandle>;
  using WeakPtr = std::weak_ptr<ParameterEventCallbackHandle>;
  using ParameterEventCallbackType =
      std::function<void(const rcl_interfaces::msg::ParameterEvent&)>;

  ParameterEventCallbackType callback;
};

}  // namespace rclcpp

namespace baton::client {

/// The callbacks for events of parameters: of one parameter each, or of all. Thread safety: its
/// functions. The mutex is held while callbacks run, so that a thread that removes one knows that
/// it runs no more; it is recursive, because callbacks may add and remove too.
class BATON_PUBLIC ParameterEventCallbacks {
 public:
  using Event = rcl_interfaces::msg::ParameterEvent;

  void add(const ParameterCallbackHandle::SharedPtr& handle);
  void add(const ParameterEventCallbackHandle::SharedPtr& handle);
  /// These throw std::runtime_error if the callback is not registered.
  void remove(const ParameterCallbackHandle::SharedPtr& handle);
  void remove(const ParameterEventCallbackHandle::SharedPtr& handle);
  /// Calls them.
  void event_callback(const Event& event);

  std::recursive_mutex mutex_;  // covers what follows; the newest first
  std::list<ParameterCallbackHandle::WeakPtr> parameter_callbacks_;
  std::list<ParameterEventCallbackHandle::WeakPtr> event_callbacks_;
};

}  // namespace baton::client

namespace rclcpp {

/// Hears of changed parameters of all nodes, its own node included. The node's executor runs the
/// callbacks: those of parameters before those of events, and the newest first. Callbacks may add
/// and remove callbacks. Thread safety: all members; a removed callback does not run any more.
class BATON_PUBLIC ParameterEventHandler {
 public:
  using SharedPtr = std::shared_ptr<ParameterEventHandler>;
  using ConstSharedPtr = std::shared_ptr<const ParameterEventHandler>;
  using WeakPtr = std::weak_ptr<ParameterEventHandler>;
  using UniquePtr = std::unique_ptr<ParameterEventHandler>;
  using ParameterEventCallbackType = ParameterEventCallbackHandle::ParameterEventCallbackType;
  using ParameterCallbackType = ParameterCallbackHandle::ParameterCallbackType;

  /// Subscribes to /parameter_events. `node` is a Node or a pointer to one.
  template <class NodeT>
  explicit ParameterEventHandler(NodeT node, const QoS& qos = ParameterEventsQoS())
      : ParameterEventHandler(node_interfaces::get_node_base_interface(node), qos) {}
  explicit ParameterEventHandler(node_interfaces::NodeBaseInterface::SharedPtr node,
                                 const QoS& qos = ParameterEventsQoS());
  ~ParameterEventHandler();

  /// The callback is called for every event.
  [[nodiscard]] ParameterEventCallbackHandle::SharedPtr add_parameter_event_callback(
      ParameterEventCallbackType callback);
  /// Throws std::runtime_error if the callback is not registered.
  void remove_parameter_event_callback(ParameterEventCallbackHandle::SharedPtr callback_handle);

  /// The callback is called when the parameter is declared or set. `node_name`: empty is this node;
  /// a name without a leading '/' is in this node's namespace.
  [[nodiscard]] ParameterCallbackHandle::SharedPtr add_parameter_callback(
      const std::string& parameter_name, ParameterCallbackType callback,
      const std::string& node_name = "");
  /// Throws std::runtime_error if the callback is not registered.
  void remove_parameter_callback(ParameterCallbackHandle::SharedPtr callback_handle);

  /// From now on only events of these nodes come; of all nodes if the list is empty. Names are as
  /// for add_parameter_callback(). Returns true.
  bool configure_nodes_filter(const std::vector<std::string>& node_names);

  /// False, and `parameter` does not change, if the event is another node's or does not say that
  /// the parameter was declared or set. `node_name` is fully qualified.
  static bool get_parameter_from_event(const rcl_interfaces::msg::ParameterEvent& event,
                                       Parameter& parameter, const std::string& parameter_name,
                                       const std::string& node_name = "");
  /// Returns an unset parameter if the event does not have it. Throws std::runtime_error if the
  /// event is another node's.
  static Parameter get_parameter_from_event(const rcl_interfaces::msg::ParameterEvent& event,
                                            const std::string& parameter_name,
                                            const std::string& node_name = "");
  /// The parameters that were declared or set.
  static std::vector<Parameter> get_parameters_from_event(
      const rcl_interfaces::msg::ParameterEvent& event);

 protected:
  /// For subclasses, as in rclcpp.
  const std::shared_ptr<client::ParameterEventCallbacks> callbacks_;

 private:
  std::string resolve_path(const std::string& node_name) const;

  const node_interfaces::NodeBaseInterface::SharedPtr node_;
  const std::shared_ptr<SubscriptionBase> subscription_;
};

}  // namespace rclcpp
