// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/lifecycle/lifecycle_node_interface.hpp>
#include <baton/lifecycle/lifecycle_publisher.hpp>
#include <baton/lifecycle/managed_entity.hpp>
#include <baton/lifecycle/state.hpp>
#include <baton/lifecycle/transition.hpp>
#include <baton/node.hpp>
#include <baton/subscription_options.hpp>
#include <baton/visibility.hpp>

namespace baton::lifecycle {
class Lifecycle;
}  // namespace baton::lifecycle

namespace rclcpp_lifecycle {

template <class Allocator>
using PublisherOptionsWithAllocator = baton::PublisherOptionsWithAllocator<Allocator>;
template <class Allocator>
using SubscriptionOptionsWithAllocator = baton::SubscriptionOptionsWithAllocator<Allocator>;
template <class Allocator>
PublisherOptionsWithAllocator<Allocator> create_default_publisher_options() {
  return {};
}
template <class Allocator>
SubscriptionOptionsWithAllocator<Allocator> create_default_subscription_options() {
  return {};
}

/// A node that others may configure, activate, deactivate, clean up and shut down, as in
/// rclcpp_lifecycle: while it runs, by its services. It is no Node, and has everything that a Node
/// has; executors take its get_node_base_interface().
///
/// Thread safety: all members. A transition runs in the thread that asks for it; one that is asked
/// for meanwhile, by another thread or by a callback, is refused: the state stays, and its
/// CallbackReturn is ERROR. A node that is held by a std::shared_ptr is not destroyed before its
/// transition has ended.
///
/// ```cpp
/// class Camera : public baton::lifecycle::LifecycleNode {
///  public:
///   Camera() : LifecycleNode("camera") {}
///   CallbackReturn on_configure(const baton::lifecycle::State&) override {
///     images_ = create_publisher<sensor_msgs::msg::Image>("image", 10);
///     return CallbackReturn::SUCCESS;
///   }
///
///  private:
///   // Publishes while the node is active.
///   baton::lifecycle::LifecyclePublisher<sensor_msgs::msg::Image>::SharedPtr images_;
/// };
/// const auto camera_node = std::make_shared<Camera>();
/// camera_node->configure();
/// camera_node->activate();
/// baton::spin(camera_node->get_node_base_interface());
/// ```
class BATON_PUBLIC LifecycleNode : public node_interfaces::LifecycleNodeInterface,
                                   public std::enable_shared_from_this<LifecycleNode> {
 public:
  using SharedPtr = std::shared_ptr<LifecycleNode>;
  using ConstSharedPtr = std::shared_ptr<const LifecycleNode>;
  using WeakPtr = std::weak_ptr<LifecycleNode>;
  using ConstWeakPtr = std::weak_ptr<const LifecycleNode>;
  using UniquePtr = std::unique_ptr<LifecycleNode>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<LifecycleNode>(std::forward<Arguments>(arguments)...);
  }

  using PreSetParametersCallbackHandle = Node::PreSetParametersCallbackHandle;
  using PreSetParametersCallbackType = Node::PreSetParametersCallbackType;
  using OnSetParametersCallbackHandle = Node::OnSetParametersCallbackHandle;
  using OnSetParametersCallbackType = Node::OnSetParametersCallbackType;
  using OnParametersSetCallbackType = Node::OnParametersSetCallbackType;
  using PostSetParametersCallbackHandle = Node::PostSetParametersCallbackHandle;
  using PostSetParametersCallbackType = Node::PostSetParametersCallbackType;
  using ParameterDescriptor = Node::ParameterDescriptor;

  /// Throws what Node throws. Without the communication interface it has none of its services and
  /// does not publish its transitions.
  explicit LifecycleNode(const std::string& node_name, const NodeOptions& options = NodeOptions(),
                         bool enable_communication_interface = true);
  LifecycleNode(const std::string& node_name, const std::string& namespace_,
                const NodeOptions& options = NodeOptions(),
                bool enable_communication_interface = true);
  ~LifecycleNode() override;
  LifecycleNode(const LifecycleNode&) = delete;
  LifecycleNode& operator=(const LifecycleNode&) = delete;

  // ---- what it has as a Node: see node.hpp ----

  const char* get_name() const { return inner_node().get_name(); }
  const char* get_namespace() const { return inner_node().get_namespace(); }
  const char* get_fully_qualified_name() const { return inner_node().get_fully_qualified_name(); }
  Logger get_logger() const { return inner_node().get_logger(); }
  Clock::SharedPtr get_clock() { return inner_node().get_clock(); }
  Clock::ConstSharedPtr get_clock() const { return std::as_const(inner_node()).get_clock(); }
  Time now() const { return inner_node().now(); }
  const NodeOptions& get_node_options() const { return inner_node().get_node_options(); }

  CallbackGroup::SharedPtr create_callback_group(
      CallbackGroupType type, bool automatically_add_to_executor_with_node = true) {
    return inner_node().create_callback_group(type, automatically_add_to_executor_with_node);
  }
  void for_each_callback_group(const std::function<void(CallbackGroup::SharedPtr)>& see) {
    inner_node().for_each_callback_group(see);
  }

  /// Activated with the node from its next activation on; one that is made in an active node begins
  /// inactive, as in ROS: call its on_activate().
  template <class M, class Allocator = std::allocator<void>>
  std::shared_ptr<LifecyclePublisher<M, Allocator>> create_publisher(
      const std::string& topic_name, const QoS& qos, const PublisherOptionsBase& options = {}) {
    auto made = inner_node().create_publisher<M, Allocator, LifecyclePublisher<M, Allocator>>(
        topic_name, qos, options);
    add_managed_entity(made);
    return made;
  }
  template <class M, class F, class Allocator = std::allocator<void>,
            class SubscriptionT = Subscription<M, Allocator>, class... MemoryStrategy>
  std::shared_ptr<SubscriptionT> create_subscription(
      const std::string& topic_name, const QoS& qos, F&& callback,
      const SubscriptionOptionsBase& options = {},
      const std::shared_ptr<message_memory_strategy::AnyMessageMemoryStrategy>& = nullptr) {
    return inner_node().create_subscription<M, F, Allocator, SubscriptionT>(
        topic_name, qos, std::forward<F>(callback), options);
  }
  /// Publishes in every state.
  GenericPublisher::SharedPtr create_generic_publisher(const std::string& topic_name,
                                                       const std::string& topic_type,
                                                       const QoS& qos,
                                                       const PublisherOptionsBase& options = {}) {
    return inner_node().create_generic_publisher(topic_name, topic_type, qos, options);
  }
  template <class F>
  GenericSubscription::SharedPtr create_generic_subscription(
      const std::string& topic_name, const std::string& topic_type, const QoS& qos, F&& callback,
      const SubscriptionOptionsBase& options = {}) {
    return inner_node().create_generic_subscription(topic_name, topic_type, qos,
                                                    std::forward<F>(callback), options);
  }

  template <class Rep, class Period, class F>
  auto create_wall_timer(std::chrono::duration<Rep, Period> period, F callback,
                         CallbackGroup::SharedPtr group = nullptr, bool autostart = true) {
    return inner_node().create_wall_timer(period, std::move(callback), std::move(group), autostart);
  }
  template <class Rep, class Period, class F>
  auto create_timer(std::chrono::duration<Rep, Period> period, F callback,
                    CallbackGroup::SharedPtr group = nullptr, bool autostart = true) {
    return inner_node().create_timer(period, std::move(callback), std::move(group), autostart);
  }

  template <class ServiceT>
  auto create_client(const std::string& service_name, const QoS& qos = ServicesQoS(),
                     CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_client<ServiceT>(service_name, qos, std::move(group));
  }
  template <class ServiceT>
  auto create_client(const std::string& service_name, const rmw_qos_profile_t& qos,
                     CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_client<ServiceT>(service_name, qos, std::move(group));
  }
  template <class ServiceT, class F>
  auto create_service(const std::string& service_name, F&& callback, const QoS& qos = ServicesQoS(),
                      CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_service<ServiceT>(service_name, std::forward<F>(callback), qos,
                                                 std::move(group));
  }
  template <class ServiceT, class F>
  auto create_service(const std::string& service_name, F&& callback, const rmw_qos_profile_t& qos,
                      CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_service<ServiceT>(service_name, std::forward<F>(callback), qos,
                                                 std::move(group));
  }
  GenericClient::SharedPtr create_generic_client(const std::string& service_name,
                                                 const std::string& service_type,
                                                 const QoS& qos = ServicesQoS(),
                                                 CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_generic_client(service_name, service_type, qos, std::move(group));
  }
  template <class F>
  GenericService::SharedPtr create_generic_service(const std::string& service_name,
                                                   const std::string& service_type, F&& callback,
                                                   const QoS& qos = ServicesQoS(),
                                                   CallbackGroup::SharedPtr group = nullptr) {
    return inner_node().create_generic_service(service_name, service_type,
                                               std::forward<F>(callback), qos, std::move(group));
  }

  const ParameterValue& declare_parameter(
      const std::string& name, const ParameterValue& default_value,
      const ParameterDescriptor& descriptor = ParameterDescriptor(), bool ignore_override = false) {
    return inner_node().declare_parameter(name, default_value, descriptor, ignore_override);
  }
  const ParameterValue& declare_parameter(
      const std::string& name, ParameterType type,
      const ParameterDescriptor& descriptor = ParameterDescriptor(), bool ignore_override = false) {
    return inner_node().declare_parameter(name, type, descriptor, ignore_override);
  }
  template <class T>
  auto declare_parameter(const std::string& name, const T& default_value,
                         const ParameterDescriptor& descriptor = ParameterDescriptor(),
                         bool ignore_override = false) {
    return inner_node().declare_parameter(name, default_value, descriptor, ignore_override);
  }
  template <class T>
  auto declare_parameter(const std::string& name,
                         const ParameterDescriptor& descriptor = ParameterDescriptor(),
                         bool ignore_override = false) {
    return inner_node().declare_parameter<T>(name, descriptor, ignore_override);
  }
  template <class T>
  std::vector<T> declare_parameters(const std::string& namespace_,
                                    const std::map<std::string, T>& parameters,
                                    bool ignore_overrides = false) {
    return inner_node().declare_parameters(namespace_, parameters, ignore_overrides);
  }
  template <class T>
  std::vector<T> declare_parameters(
      const std::string& namespace_,
      const std::map<std::string, std::pair<T, rcl_interfaces::msg::ParameterDescriptor>>&
          parameters,
      bool ignore_overrides = false) {
    return inner_node().declare_parameters(namespace_, parameters, ignore_overrides);
  }
  void undeclare_parameter(const std::string& name) { inner_node().undeclare_parameter(name); }
  bool has_parameter(const std::string& name) const { return inner_node().has_parameter(name); }

  rcl_interfaces::msg::SetParametersResult set_parameter(const Parameter& parameter) {
    return inner_node().set_parameter(parameter);
  }
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
      const std::vector<Parameter>& parameters) {
    return inner_node().set_parameters(parameters);
  }
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
      const std::vector<Parameter>& parameters) {
    return inner_node().set_parameters_atomically(parameters);
  }

  Parameter get_parameter(const std::string& name) const {
    return inner_node().get_parameter(name);
  }
  bool get_parameter(const std::string& name, Parameter& parameter) const {
    return inner_node().get_parameter(name, parameter);
  }
  template <class T>
  bool get_parameter(const std::string& name, T& value) const {
    return inner_node().get_parameter(name, value);
  }
  template <class T>
  bool get_parameter_or(const std::string& name, T& value, const T& alternative) const {
    return inner_node().get_parameter_or(name, value, alternative);
  }
  template <class T>
  T get_parameter_or(const std::string& name, const T& alternative) const {
    return inner_node().get_parameter_or(name, alternative);
  }
  std::vector<Parameter> get_parameters(const std::vector<std::string>& names) const {
    return inner_node().get_parameters(names);
  }
  template <class T>
  bool get_parameters(const std::string& prefix, std::map<std::string, T>& values) const {
    return inner_node().get_parameters(prefix, values);
  }
  bool get_parameters_by_prefix(const std::string& prefix,
                                std::map<std::string, Parameter>& parameters) const {
    return inner_node().get_parameters_by_prefix(prefix, parameters);
  }
  rcl_interfaces::msg::ParameterDescriptor describe_parameter(const std::string& name) const {
    return inner_node().describe_parameter(name);
  }
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
      const std::vector<std::string>& names) const {
    return inner_node().describe_parameters(names);
  }
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string>& names) const {
    return inner_node().get_parameter_types(names);
  }
  rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth) const {
    return inner_node().list_parameters(prefixes, depth);
  }

  [[nodiscard]] PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
      PreSetParametersCallbackType callback) {
    return inner_node().add_pre_set_parameters_callback(std::move(callback));
  }
  [[nodiscard]] OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
      OnSetParametersCallbackType callback) {
    return inner_node().add_on_set_parameters_callback(std::move(callback));
  }
  [[nodiscard]] PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
      PostSetParametersCallbackType callback) {
    return inner_node().add_post_set_parameters_callback(std::move(callback));
  }
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle* handle) {
    inner_node().remove_pre_set_parameters_callback(handle);
  }
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle* handle) {
    inner_node().remove_on_set_parameters_callback(handle);
  }
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle* handle) {
    inner_node().remove_post_set_parameters_callback(handle);
  }

  std::map<std::string, std::vector<std::string>> get_topic_names_and_types(
      bool no_demangle = false) const {
    return inner_node().get_node_graph_interface()->get_topic_names_and_types(no_demangle);
  }
  std::map<std::string, std::vector<std::string>> get_service_names_and_types() const {
    return inner_node().get_service_names_and_types();
  }
  std::map<std::string, std::vector<std::string>> get_service_names_and_types_by_node(
      const std::string& node_name, const std::string& namespace_) const {
    return inner_node().get_service_names_and_types_by_node(node_name, namespace_);
  }
  std::vector<std::string> get_node_names() const { return inner_node().get_node_names(); }
  std::size_t count_publishers(const std::string& topic_name) const {
    return inner_node().count_publishers(topic_name);
  }
  std::size_t count_subscribers(const std::string& topic_name) const {
    return inner_node().count_subscribers(topic_name);
  }
  std::size_t count_clients(const std::string& service_name) const {
    return inner_node().count_clients(service_name);
  }
  std::size_t count_services(const std::string& service_name) const {
    return inner_node().count_services(service_name);
  }
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(const std::string& topic_name,
                                                              bool no_mangle = false) const {
    return inner_node().get_publishers_info_by_topic(topic_name, no_mangle);
  }
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(const std::string& topic_name,
                                                                 bool no_mangle = false) const {
    return inner_node().get_subscriptions_info_by_topic(topic_name, no_mangle);
  }
  baton::Event::SharedPtr get_graph_event() { return inner_node().get_graph_event(); }
  void wait_for_graph_change(baton::Event::SharedPtr event, std::chrono::nanoseconds timeout) {
    inner_node().wait_for_graph_change(std::move(event), timeout);
  }

  auto get_node_base_interface() const { return inner_node().get_node_base_interface(); }
  auto get_node_clock_interface() { return inner_node().get_node_clock_interface(); }
  auto get_node_graph_interface() { return inner_node().get_node_graph_interface(); }
  auto get_node_logging_interface() { return inner_node().get_node_logging_interface(); }
  auto get_node_timers_interface() { return inner_node().get_node_timers_interface(); }
  auto get_node_topics_interface() { return inner_node().get_node_topics_interface(); }
  auto get_node_services_interface() { return inner_node().get_node_services_interface(); }
  auto get_node_parameters_interface() { return inner_node().get_node_parameters_interface(); }
  auto get_node_time_source_interface() { return inner_node().get_node_time_source_interface(); }
  auto get_node_waitables_interface() { return inner_node().get_node_waitables_interface(); }
  auto get_node_type_descriptions_interface() {
    return inner_node().get_node_type_descriptions_interface();
  }

  // ---- its lifecycle ----

  /// The state of this moment: what it refers to never changes and always lives.
  const State& get_current_state() const;
  /// All that there are.
  std::vector<State> get_available_states() const;
  /// Those that lead away from the current state.
  std::vector<Transition> get_available_transitions() const;
  /// All that there are.
  std::vector<Transition> get_transition_graph() const;

  // Transitions. Each returns the state behind it, which is the current one if it was refused.
  // `cb_return_code` is what its callback returned, ERROR if that threw or was not called.

  const State& trigger_transition(const Transition& transition);
  const State& trigger_transition(const Transition& transition, CallbackReturn& cb_return_code);
  const State& trigger_transition(std::uint8_t transition_id);
  const State& trigger_transition(std::uint8_t transition_id, CallbackReturn& cb_return_code);
  const State& configure();
  const State& configure(CallbackReturn& cb_return_code);
  const State& cleanup();
  const State& cleanup(CallbackReturn& cb_return_code);
  const State& activate();
  const State& activate(CallbackReturn& cb_return_code);
  const State& deactivate();
  const State& deactivate(CallbackReturn& cb_return_code);
  const State& shutdown();
  const State& shutdown(CallbackReturn& cb_return_code);

  // Called from now on, instead of the virtual functions. True, except for an empty function,
  // which changes nothing.

  bool register_on_configure(std::function<CallbackReturn(const State&)> callback);
  bool register_on_cleanup(std::function<CallbackReturn(const State&)> callback);
  bool register_on_shutdown(std::function<CallbackReturn(const State&)> callback);
  bool register_on_activate(std::function<CallbackReturn(const State&)> callback);
  bool register_on_deactivate(std::function<CallbackReturn(const State&)> callback);
  bool register_on_error(std::function<CallbackReturn(const State&)> callback);

  /// Activates the managed entities, in the order in which they were added. An override calls it.
  CallbackReturn on_activate(const State& previous_state) override;
  CallbackReturn on_deactivate(const State& previous_state) override;

 protected:
  /// Of an entity that is gone nothing stays.
  void add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity);
  /// As in ROS nothing follows from it: timers run in every state.
  void add_timer_handle(std::shared_ptr<TimerBase> timer);

 private:
  const State& change(const char* label);
  const State& change(const char* label, CallbackReturn& cb_return_code);
  /// Never inline: behind weak.lock() it may be null, and compilers warn where that is read.
  Node& inner_node() const;

  const std::shared_ptr<Node> node_;
  const std::shared_ptr<Lifecycle> lifecycle_;
};

}  // namespace rclcpp_lifecycle
