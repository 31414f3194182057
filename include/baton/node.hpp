// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/language.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/clock.hpp>
#include <baton/create_client.hpp>
#include <baton/create_generic_client.hpp>
#include <baton/create_generic_publisher.hpp>
#include <baton/create_generic_service.hpp>
#include <baton/create_generic_subscription.hpp>
#include <baton/create_publisher.hpp>
#include <baton/create_service.hpp>
#include <baton/create_subscription.hpp>
#include <baton/create_timer.hpp>
#include <baton/exceptions.hpp>
#include <baton/logger.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_clock_interface.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_logging_interface.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <baton/node_interfaces/node_time_source_interface.hpp>
#include <baton/node_interfaces/node_timers_interface.hpp>
#include <baton/node_interfaces/node_topics_interface.hpp>
#include <baton/node_interfaces/node_type_descriptions_interface.hpp>
#include <baton/node_interfaces/node_waitables_interface.hpp>
#include <baton/node_options.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// A node, as in rclcpp: a name under which publishers, subscriptions, services, timers and
/// parameters are made. Give it to an executor, which runs its callbacks. A node does not keep what
/// it makes: keep the pointers. Thread safety: all members.
///
/// ```cpp
/// baton::init(argc, argv);
/// const auto node = std::make_shared<baton::Node>("talker");
/// const auto publisher = node->create_publisher<std_msgs::msg::String>("chatter", 10);
/// const auto timer = node->create_wall_timer(500ms, [&] {
///   std_msgs::msg::String message;
///   message.data = "hello";
///   publisher->publish(message);
/// });
/// baton::spin(node);  // until Ctrl-C
/// ```
class BATON_PUBLIC Node : public std::enable_shared_from_this<Node> {
 public:
  using SharedPtr = std::shared_ptr<Node>;
  using ConstSharedPtr = std::shared_ptr<const Node>;
  using WeakPtr = std::weak_ptr<Node>;
  using UniquePtr = std::unique_ptr<Node>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<Node>(std::forward<Arguments>(arguments)...);
  }

  using ParameterDescriptor = rcl_interfaces::msg::ParameterDescriptor;
  using PreSetParametersCallbackHandle = node_interfaces::PreSetParametersCallbackHandle;
  using PreSetParametersCallbackType = PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackHandle = node_interfaces::OnSetParametersCallbackHandle;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  using PostSetParametersCallbackHandle = node_interfaces::PostSetParametersCallbackHandle;
  using PostSetParametersCallbackType =
      PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  /// Throws exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError, and
  /// exceptions::Error if the context is not initialised.
  explicit Node(const std::string& node_name, const NodeOptions& options = NodeOptions());
  explicit Node(const std::string& node_name, const std::string& namespace_,
                const NodeOptions& options = NodeOptions());
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* get_name() const { return this_node().node_base_->get_name(); }
  /// A sub-node has the same namespace as its node.
  const char* get_namespace() const { return this_node().node_base_->get_namespace(); }
  const char* get_fully_qualified_name() const {
    return this_node().node_base_->get_fully_qualified_name();
  }
  Logger get_logger() const { return this_node().node_logging_->get_logger(); }
  Clock::SharedPtr get_clock() { return this_node().node_clock_->get_clock(); }
  Clock::ConstSharedPtr get_clock() const {
    return std::as_const(*this_node().node_clock_).get_clock();
  }
  Time now() const { return get_clock()->now(); }
  const NodeOptions& get_node_options() const { return options_; }

  CallbackGroup::SharedPtr create_callback_group(
      CallbackGroupType type, bool automatically_add_to_executor_with_node = true) {
    return this_node().node_base_->create_callback_group(type,
                                                         automatically_add_to_executor_with_node);
  }
  void for_each_callback_group(const std::function<void(CallbackGroup::SharedPtr)>& see) {
    this_node().node_base_->for_each_callback_group(see);
  }

  // ---- topics ----

  /// See create_publisher.hpp.
  template <class M, class Allocator = std::allocator<void>,
            class PublisherT = Publisher<M, Allocator>>
  std::shared_ptr<PublisherT> create_publisher(const std::string& topic_name, const QoS& qos,
                                               const PublisherOptionsBase& options = {}) {
    return baton::create_publisher<M, Allocator, PublisherT>(this_node().node_base_,
                                                             extend_name(topic_name), qos, options);
  }
  /// See create_subscription.hpp.
  template <class M, class F, class Allocator = std::allocator<void>,
            class SubscriptionT = Subscription<M, Allocator>, class... MemoryStrategy>
  std::shared_ptr<SubscriptionT> create_subscription(
      const std::string& topic_name, const QoS& qos, F&& callback,
      const SubscriptionOptionsBase& options = {},
      const std::shared_ptr<message_memory_strategy::AnyMessageMemoryStrategy>& = nullptr) {
    return baton::create_subscription<M, F, Allocator, SubscriptionT>(
        this_node().node_base_, extend_name(topic_name), qos, std::forward<F>(callback), options);
  }

  /// See create_generic_publisher.hpp.
  GenericPublisher::SharedPtr create_generic_publisher(const std::string& topic_name,
                                                       const std::string& topic_type,
                                                       const QoS& qos,
                                                       const PublisherOptionsBase& options = {}) {
    return baton::create_generic_publisher(this_node().node_base_, extend_name(topic_name),
                                           topic_type, qos, options);
  }
  /// See create_generic_subscription.hpp.
  template <class F>
  GenericSubscription::SharedPtr create_generic_subscription(
      const std::string& topic_name, const std::string& topic_type, const QoS& qos, F&& callback,
      const SubscriptionOptionsBase& options = {}) {
    return baton::create_generic_subscription(this_node().node_base_, extend_name(topic_name),
                                              topic_type, qos, std::forward<F>(callback), options);
  }

  // ---- timers ----

  /// A timer of the steady clock.
  template <class Rep, class Period, class F>
  auto create_wall_timer(std::chrono::duration<Rep, Period> period, F callback,
                         CallbackGroup::SharedPtr group = nullptr, bool autostart = true) {
    return baton::create_wall_timer(period, std::move(callback), std::move(group),
                                    this_node().node_base_.get(), this_node().node_timers_.get(),
                                    autostart);
  }
  /// A timer of the node's clock.
  template <class Rep, class Period, class F>
  auto create_timer(std::chrono::duration<Rep, Period> period, F callback,
                    CallbackGroup::SharedPtr group = nullptr, bool autostart = true) {
    return baton::create_timer(get_clock(), period, std::move(callback), std::move(group),
                               this_node().node_base_.get(), this_node().node_timers_.get(),
                               autostart);
  }

  // ---- services ----

  template <class ServiceT>
  auto create_client(const std::string& service_name, const QoS& qos = ServicesQoS(),
                     CallbackGroup::SharedPtr group = nullptr) {
    return baton::create_client<ServiceT>(this_node().node_base_, extend_name(service_name), qos,
                                          std::move(group));
  }
  /// For the QoS as Humble's create_client() takes it.
  template <class ServiceT>
  auto create_client(const std::string& service_name, const rmw_qos_profile_t& qos,
                     CallbackGroup::SharedPtr group = nullptr) {
    return create_client<ServiceT>(service_name, QoS(QoSInitialization::from_rmw(qos), qos),
                                   std::move(group));
  }
  template <class ServiceT, class F>
  auto create_service(const std::string& service_name, F&& callback, const QoS& qos = ServicesQoS(),
                      CallbackGroup::SharedPtr group = nullptr) {
    return baton::create_service<ServiceT>(this_node().node_base_, extend_name(service_name),
                                           std::forward<F>(callback), qos, std::move(group));
  }
  template <class ServiceT, class F>
  auto create_service(const std::string& service_name, F&& callback, const rmw_qos_profile_t& qos,
                      CallbackGroup::SharedPtr group = nullptr) {
    return create_service<ServiceT>(service_name, std::forward<F>(callback),
                                    QoS(QoSInitialization::from_rmw(qos), qos), std::move(group));
  }

  /// See create_generic_client.hpp. As in rclcpp the name is not put into a sub-node's namespace.
  GenericClient::SharedPtr create_generic_client(const std::string& service_name,
                                                 const std::string& service_type,
                                                 const QoS& qos = ServicesQoS(),
                                                 CallbackGroup::SharedPtr group = nullptr) {
    return baton::create_generic_client(this_node().node_base_, service_name, service_type, qos,
                                        std::move(group));
  }
  /// See create_generic_service.hpp.
  template <class F>
  GenericService::SharedPtr create_generic_service(const std::string& service_name,
                                                   const std::string& service_type, F&& callback,
                                                   const QoS& qos = ServicesQoS(),
                                                   CallbackGroup::SharedPtr group = nullptr) {
    return baton::create_generic_service(this_node().node_base_, extend_name(service_name),
                                         service_type, std::forward<F>(callback), qos,
                                         std::move(group));
  }

  // ---- parameters ----

  /// Declares a parameter and returns its value: that of an override, else the default. Throws
  /// exceptions::ParameterAlreadyDeclaredException, InvalidParametersException,
  /// InvalidParameterTypeException and InvalidParameterValueException.
  const ParameterValue& declare_parameter(
      const std::string& name, const ParameterValue& default_value,
      const ParameterDescriptor& descriptor = ParameterDescriptor(), bool ignore_override = false) {
    return this_node().node_parameters_->declare_parameter(name, default_value, descriptor,
                                                           ignore_override);
  }
  const ParameterValue& declare_parameter(
      const std::string& name, ParameterType type,
      const ParameterDescriptor& descriptor = ParameterDescriptor(), bool ignore_override = false) {
    return this_node().node_parameters_->declare_parameter(name, type, descriptor, ignore_override);
  }
  template <class T>
  auto declare_parameter(const std::string& name, const T& default_value,
                         const ParameterDescriptor& descriptor = ParameterDescriptor(),
                         bool ignore_override = false) {
    return as<T>(name, [&]() -> const ParameterValue& {
      return declare_parameter(name, ParameterValue(default_value), descriptor, ignore_override);
    });
  }
  /// Declares a parameter without a default: throws
  /// exceptions::UninitializedStaticallyTypedParameterException if no override gives it a value.
  template <class T>
  auto declare_parameter(const std::string& name,
                         const ParameterDescriptor& descriptor = ParameterDescriptor(),
                         bool ignore_override = false) {
    const ParameterValue type_of(T{});
    const ParameterValue& value =
        declare_parameter(name, type_of.get_type(), descriptor, ignore_override);
    if (value.get_type() == PARAMETER_NOT_SET) {
      throw exceptions::UninitializedStaticallyTypedParameterException(name);
    }
    return value.template get<T>();
  }
  /// Declares `namespace.<name>` for each of the names, and returns their values.
  template <class T>
  std::vector<T> declare_parameters(const std::string& namespace_,
                                    const std::map<std::string, T>& parameters,
                                    bool ignore_overrides = false) {
    std::vector<T> values;
    for (const auto& [name, value] : parameters) {
      values.push_back(declare_parameter(join(namespace_, name), value,
                                         rcl_interfaces::msg::ParameterDescriptor(),
                                         ignore_overrides));
    }
    return values;
  }
  template <class T>
  std::vector<T> declare_parameters(
      const std::string& namespace_,
      const std::map<std::string, std::pair<T, rcl_interfaces::msg::ParameterDescriptor>>&
          parameters,
      bool ignore_overrides = false) {
    std::vector<T> values;
    for (const auto& [name, entry] : parameters) {
      values.push_back(
          declare_parameter(join(namespace_, name), entry.first, entry.second, ignore_overrides));
    }
    return values;
  }
  void undeclare_parameter(const std::string& name) {
    this_node().node_parameters_->undeclare_parameter(name);
  }
  bool has_parameter(const std::string& name) const {
    return this_node().node_parameters_->has_parameter(name);
  }

  rcl_interfaces::msg::SetParametersResult set_parameter(const Parameter& parameter) {
    return set_parameters_atomically({parameter});
  }
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
      const std::vector<Parameter>& parameters) {
    return this_node().node_parameters_->set_parameters(parameters);
  }
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
      const std::vector<Parameter>& parameters) {
    return this_node().node_parameters_->set_parameters_atomically(parameters);
  }

  Parameter get_parameter(const std::string& name) const {
    return this_node().node_parameters_->get_parameter(name);
  }
  bool get_parameter(const std::string& name, Parameter& parameter) const {
    return this_node().node_parameters_->get_parameter(name, parameter);
  }
  /// False, and `value` does not change, if the parameter is not declared. Throws
  /// exceptions::InvalidParameterTypeException.
  template <class T>  // never inline: compilers would warn that `value` may have stayed unset
  [[gnu::noinline]] bool get_parameter(const std::string& name, T& value) const {
    Parameter parameter;
    if (!this_node().node_parameters_->get_parameter(extend_parameter(name), parameter))
      return false;
    value = static_cast<T>(parameter.get_value<T>());
    return true;
  }
  template <class T>
  bool get_parameter_or(const std::string& name, T& value, const T& alternative) const {
    const bool got = get_parameter(name, value);
    if (!got) value = alternative;
    return got;
  }
  template <class T>
  T get_parameter_or(const std::string& name, const T& alternative) const {
    T value{};
    get_parameter_or(name, value, alternative);
    return value;
  }
  std::vector<Parameter> get_parameters(const std::vector<std::string>& names) const {
    return this_node().node_parameters_->get_parameters(names);
  }
  /// Gets the parameters below the prefix. The keys are their names without the prefix.
  template <class T>
  bool get_parameters(const std::string& prefix, std::map<std::string, T>& values) const {
    std::map<std::string, Parameter> parameters;
    if (!this_node().node_parameters_->get_parameters_by_prefix(prefix, parameters)) return false;
    for (const auto& [name, parameter] : parameters) {
      values[name] = static_cast<T>(parameter.template get_value<T>());
    }
    return true;
  }
  bool get_parameters_by_prefix(const std::string& prefix,
                                std::map<std::string, Parameter>& parameters) const {
    return this_node().node_parameters_->get_parameters_by_prefix(prefix, parameters);
  }
  rcl_interfaces::msg::ParameterDescriptor describe_parameter(const std::string& name) const;
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
      const std::vector<std::string>& names) const {
    return this_node().node_parameters_->describe_parameters(names);
  }
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string>& names) const {
    return this_node().node_parameters_->get_parameter_types(names);
  }
  rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth) const {
    return this_node().node_parameters_->list_parameters(prefixes, depth);
  }

  [[nodiscard]] PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
      PreSetParametersCallbackType callback) {
    return this_node().node_parameters_->add_pre_set_parameters_callback(std::move(callback));
  }
  [[nodiscard]] OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
      OnSetParametersCallbackType callback) {
    return this_node().node_parameters_->add_on_set_parameters_callback(std::move(callback));
  }
  [[nodiscard]] PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
      PostSetParametersCallbackType callback) {
    return this_node().node_parameters_->add_post_set_parameters_callback(std::move(callback));
  }
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle* handle) {
    this_node().node_parameters_->remove_pre_set_parameters_callback(handle);
  }
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle* handle) {
    this_node().node_parameters_->remove_on_set_parameters_callback(handle);
  }
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle* handle) {
    this_node().node_parameters_->remove_post_set_parameters_callback(handle);
  }

  // ---- the graph ----

  std::map<std::string, std::vector<std::string>> get_topic_names_and_types() const {
    return this_node().node_graph_->get_topic_names_and_types();
  }
  std::map<std::string, std::vector<std::string>> get_service_names_and_types() const {
    return this_node().node_graph_->get_service_names_and_types();
  }
  std::map<std::string, std::vector<std::string>> get_service_names_and_types_by_node(
      const std::string& node_name, const std::string& namespace_) const {
    return this_node().node_graph_->get_service_names_and_types_by_node(node_name, namespace_);
  }
  std::vector<std::string> get_node_names() const {
    return this_node().node_graph_->get_node_names();
  }
  std::size_t count_publishers(const std::string& topic_name) const {
    return this_node().node_graph_->count_publishers(topic_name);
  }
  std::size_t count_subscribers(const std::string& topic_name) const {
    return this_node().node_graph_->count_subscribers(topic_name);
  }
  std::size_t count_clients(const std::string& service_name) const {
    return this_node().node_graph_->count_clients(service_name);
  }
  std::size_t count_services(const std::string& service_name) const {
    return this_node().node_graph_->count_services(service_name);
  }
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(const std::string& topic_name,
                                                              bool no_mangle = false) const {
    return this_node().node_graph_->get_publishers_info_by_topic(topic_name, no_mangle);
  }
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(const std::string& topic_name,
                                                                 bool no_mangle = false) const {
    return this_node().node_graph_->get_subscriptions_info_by_topic(topic_name, no_mangle);
  }
  Event::SharedPtr get_graph_event() { return this_node().node_graph_->get_graph_event(); }
  void wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout) {
    this_node().node_graph_->wait_for_graph_change(std::move(event), timeout);
  }

  // ---- sub-nodes ----

  /// Makes this node available under other names: topics and services of it are relative to
  /// `sub_namespace`. Throws exceptions::NameValidationError for an absolute or empty one.
  SharedPtr create_sub_node(const std::string& sub_namespace);
  const std::string& get_sub_namespace() const { return sub_namespace_; }
  std::string get_effective_namespace() const;

  // ---- its parts ----

  node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const {
    return this_node().node_base_;
  }
  node_interfaces::NodeClockInterface::SharedPtr get_node_clock_interface() {
    return this_node().node_clock_;
  }
  node_interfaces::NodeGraphInterface::SharedPtr get_node_graph_interface() {
    return this_node().node_graph_;
  }
  node_interfaces::NodeLoggingInterface::SharedPtr get_node_logging_interface() {
    return this_node().node_logging_;
  }
  node_interfaces::NodeTimersInterface::SharedPtr get_node_timers_interface() {
    return this_node().node_timers_;
  }
  node_interfaces::NodeTopicsInterface::SharedPtr get_node_topics_interface() {
    return this_node().node_topics_;
  }
  node_interfaces::NodeServicesInterface::SharedPtr get_node_services_interface() {
    return this_node().node_services_;
  }
  node_interfaces::NodeParametersInterface::SharedPtr get_node_parameters_interface() {
    return this_node().node_parameters_;
  }
  node_interfaces::NodeTimeSourceInterface::SharedPtr get_node_time_source_interface() {
    return this_node().node_time_source_;
  }
  node_interfaces::NodeTypeDescriptionsInterface::SharedPtr get_node_type_descriptions_interface() {
    return this_node().node_type_descriptions_;
  }
  node_interfaces::NodeWaitablesInterface::SharedPtr get_node_waitables_interface() {
    return this_node().node_waitables_;
  }

 protected:
  /// Used by create_sub_node().
  Node(const Node& other, const std::string& sub_namespace);

 private:
  /// Never inline: behind weak.lock() it may be null, and compilers warn where that is read.
  const Node& this_node() const noexcept;
  std::string extend_name(const std::string& name) const;
  static std::string join(const std::string& namespace_, const std::string& name) {
    return namespace_.empty() ? name : namespace_ + "." + name;
  }
  std::string extend_parameter(const std::string& name) const;
  template <class T, class Declare>
  static auto as(const std::string& name, Declare&& declare) {
    try {
      return declare().template get<T>();
    } catch (const ParameterTypeException& error) {
      throw exceptions::InvalidParameterTypeException(name, error.what());
    }
  }

  const NodeOptions options_;
  const std::string sub_namespace_;
  // Later members use earlier ones, also when they are destroyed.
  const node_interfaces::NodeBaseInterface::SharedPtr node_base_;
  const node_interfaces::NodeGraphInterface::SharedPtr node_graph_;
  const node_interfaces::NodeTimersInterface::SharedPtr node_timers_;
  const node_interfaces::NodeTopicsInterface::SharedPtr node_topics_;
  const node_interfaces::NodeServicesInterface::SharedPtr node_services_;
  const node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_;
  const node_interfaces::NodeLoggingInterface::SharedPtr node_logging_;
  const node_interfaces::NodeClockInterface::SharedPtr node_clock_;
  const node_interfaces::NodeParametersInterface::SharedPtr node_parameters_;
  const node_interfaces::NodeTimeSourceInterface::SharedPtr node_time_source_;
  const node_interfaces::NodeTypeDescriptionsInterface::SharedPtr node_type_descriptions_;
};

}  // namespace rclcpp
