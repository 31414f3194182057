// SPDX-License-Identifier: Apache-2.0
// Reading and setting the parameters of another node.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/create_subscription.hpp>
#include <baton/executors.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <baton/node_interfaces/node_topics_interface.hpp>
#include <baton/node_interfaces/require_node.hpp>
#include <baton/parameter.hpp>
#include <baton/parameter_map.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/list_parameters_result.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

namespace rclcpp {

namespace detail {
/// The object that the pointer points at. Throws std::invalid_argument for a null pointer.
template <class NodeT>
NodeT& node_at(NodeT* node) {
  return *node_interfaces::detail::require_node(node);
}
}  // namespace detail

/// Asks without waiting. Futures become ready, and callbacks are called, by the executor that spins
/// the node. Thread safety: all members.
class BATON_PUBLIC AsyncParametersClient {
 public:
  using SharedPtr = std::shared_ptr<AsyncParametersClient>;
  using ConstSharedPtr = std::shared_ptr<const AsyncParametersClient>;
  using WeakPtr = std::weak_ptr<AsyncParametersClient>;
  using UniquePtr = std::unique_ptr<AsyncParametersClient>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<AsyncParametersClient>(std::forward<Arguments>(arguments)...);
  }
  using SetResults = std::vector<rcl_interfaces::msg::SetParametersResult>;
  template <class T>
  using Callback = std::function<void(std::shared_future<T>)>;

  /// `remote_node_name`: empty is the node itself; a name without a leading '/' is in the node's
  /// namespace. Throws exceptions::InvalidServiceNameError, exceptions::Error, and
  /// std::invalid_argument for a null pointer.
  AsyncParametersClient(node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
                        node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
                        node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
                        node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
                        const std::string& remote_node_name = "",
                        const QoS& qos_profile = ParametersQoS(),
                        CallbackGroup::SharedPtr group = nullptr);
  template <class NodeT>
  explicit AsyncParametersClient(const std::shared_ptr<NodeT>& node,
                                 const std::string& remote_node_name = "",
                                 const QoS& qos_profile = ParametersQoS(),
                                 CallbackGroup::SharedPtr group = nullptr)
      : AsyncParametersClient(node.get(), remote_node_name, qos_profile, std::move(group)) {}
  template <class NodeT>
  explicit AsyncParametersClient(NodeT* node, const std::string& remote_node_name = "",
                                 const QoS& qos_profile = ParametersQoS(),
                                 CallbackGroup::SharedPtr group = nullptr)
      : AsyncParametersClient(detail::node_at(node).get_node_base_interface(),
                              detail::node_at(node).get_node_topics_interface(),
                              detail::node_at(node).get_node_graph_interface(),
                              detail::node_at(node).get_node_services_interface(), remote_node_name,
                              qos_profile, std::move(group)) {}
  /// For the QoS as Humble's constructor takes it.
  template <class NodeT>
  AsyncParametersClient(const std::shared_ptr<NodeT>& node, const std::string& remote_node_name,
                        const rmw_qos_profile_t& qos_profile,
                        CallbackGroup::SharedPtr group = nullptr)
      : AsyncParametersClient(node.get(), remote_node_name,
                              QoS(QoSInitialization::from_rmw(qos_profile), qos_profile),
                              std::move(group)) {}
  ~AsyncParametersClient();
  AsyncParametersClient(const AsyncParametersClient&) = delete;
  AsyncParametersClient& operator=(const AsyncParametersClient&) = delete;

  /// The result is empty if one of the parameters is not declared or has no value.
  std::shared_future<std::vector<Parameter>> get_parameters(
      const std::vector<std::string>& names, Callback<std::vector<Parameter>> callback = nullptr);
  /// The result is empty if one of the parameters is not declared.
  std::shared_future<std::vector<rcl_interfaces::msg::ParameterDescriptor>> describe_parameters(
      const std::vector<std::string>& names,
      Callback<std::vector<rcl_interfaces::msg::ParameterDescriptor>> callback = nullptr);
  /// The result is empty if one of the parameters is not declared.
  std::shared_future<std::vector<ParameterType>> get_parameter_types(
      const std::vector<std::string>& names,
      Callback<std::vector<ParameterType>> callback = nullptr);
  std::shared_future<SetResults> set_parameters(const std::vector<Parameter>& parameters,
                                                Callback<SetResults> callback = nullptr);
  std::shared_future<rcl_interfaces::msg::SetParametersResult> set_parameters_atomically(
      const std::vector<Parameter>& parameters,
      Callback<rcl_interfaces::msg::SetParametersResult> callback = nullptr);
  /// Undeclares the parameters. Only those whose type may change can be undeclared.
  std::shared_future<SetResults> delete_parameters(
      const std::vector<std::string>& parameters_names);
  /// Sets what a parameter file says about the remote node. Throws what
  /// parameter_map_from_yaml_file() does, and exceptions::InvalidParametersException if it says
  /// nothing.
  std::shared_future<SetResults> load_parameters(const std::string& yaml_filename);
  std::shared_future<SetResults> load_parameters(const ParameterMap& parameter_map);
  /// See NodeParametersInterface::list_parameters().
  std::shared_future<rcl_interfaces::msg::ListParametersResult> list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth,
      Callback<rcl_interfaces::msg::ListParametersResult> callback = nullptr);

  /// Calls back for events of all nodes. The callback takes the event like that of any
  /// subscription.
  template <class F>
  Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr on_parameter_event(
      F&& callback, const QoS& qos = ParameterEventsQoS(),
      const SubscriptionOptionsBase& options = {}) {
    return on_parameter_event(node_base_interface(), std::forward<F>(callback), qos, options);
  }
  template <class NodeT, class F, std::enable_if_t<!std::is_convertible_v<F, QoS>, int> = 0>
  static Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr on_parameter_event(
      NodeT&& node, F&& callback, const QoS& qos = ParameterEventsQoS(),
      const SubscriptionOptionsBase& options = {}) {
    return create_subscription<rcl_interfaces::msg::ParameterEvent>(
        std::forward<NodeT>(node), "/parameter_events", qos, std::forward<F>(callback), options);
  }

  /// Forgets requests without an answer, for example those to a node that has gone; returns how
  /// many. Their futures become ready with std::future_error.
  std::size_t prune_pending_requests();

  /// Whether all parameter services of the remote node are ready.
  bool service_is_ready() const;
  /// Blocks until the services are ready, the time is over (negative: never) or the context is shut
  /// down. The last two return false. Needs no executor.
  template <class Rep = std::int64_t, class Period = std::milli>
  bool wait_for_service(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_for_service_nanoseconds(
        std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

 private:
  struct Clients;

  const node_interfaces::NodeBaseInterface::SharedPtr& node_base_interface() const;
  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);

  const std::unique_ptr<Clients> clients_;
};

/// Asks and waits for the answer, spinning the node in an executor of its own or in the given one:
/// no other executor may have the node, and no callback of that executor may ask. With a negative
/// timeout, there is no limit. Thread safety: none.
class BATON_PUBLIC SyncParametersClient {
 public:
  using SharedPtr = std::shared_ptr<SyncParametersClient>;
  using ConstSharedPtr = std::shared_ptr<const SyncParametersClient>;
  using WeakPtr = std::weak_ptr<SyncParametersClient>;
  using UniquePtr = std::unique_ptr<SyncParametersClient>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<SyncParametersClient>(std::forward<Arguments>(arguments)...);
  }
  using SetResults = AsyncParametersClient::SetResults;

  template <class NodeT>
  explicit SyncParametersClient(std::shared_ptr<NodeT> node,
                                const std::string& remote_node_name = "",
                                const QoS& qos_profile = ParametersQoS())
      : SyncParametersClient(node.get(), remote_node_name, qos_profile) {}
  template <class NodeT>
  SyncParametersClient(Executor::SharedPtr executor, std::shared_ptr<NodeT> node,
                       const std::string& remote_node_name = "",
                       const QoS& qos_profile = ParametersQoS())
      : SyncParametersClient(std::move(executor), node.get(), remote_node_name, qos_profile) {}
  template <class NodeT>
  explicit SyncParametersClient(NodeT* node, const std::string& remote_node_name = "",
                                const QoS& qos_profile = ParametersQoS())
      : SyncParametersClient(make_executor(*detail::node_at(node).get_node_base_interface()), node,
                             remote_node_name, qos_profile) {}
  template <class NodeT>
  SyncParametersClient(Executor::SharedPtr executor, NodeT* node,
                       const std::string& remote_node_name = "",
                       const QoS& qos_profile = ParametersQoS())
      : SyncParametersClient(std::move(executor), detail::node_at(node).get_node_base_interface(),
                             detail::node_at(node).get_node_topics_interface(),
                             detail::node_at(node).get_node_graph_interface(),
                             detail::node_at(node).get_node_services_interface(), remote_node_name,
                             qos_profile) {}
  SyncParametersClient(Executor::SharedPtr executor,
                       node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
                       node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
                       node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
                       node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
                       const std::string& remote_node_name = "",
                       const QoS& qos_profile = ParametersQoS());
  ~SyncParametersClient();
  SyncParametersClient(const SyncParametersClient&) = delete;
  SyncParametersClient& operator=(const SyncParametersClient&) = delete;

  // Return what the functions of AsyncParametersClient do; empty when the time is over.
  template <class Rep = std::int64_t, class Period = std::milli>
  std::vector<Parameter> get_parameters(
      const std::vector<std::string>& parameter_names,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->get_parameters(parameter_names), nanoseconds(timeout));
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
      const std::vector<std::string>& parameter_names,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->describe_parameters(parameter_names), nanoseconds(timeout));
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  std::vector<ParameterType> get_parameter_types(
      const std::vector<std::string>& parameter_names,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->get_parameter_types(parameter_names), nanoseconds(timeout));
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  SetResults set_parameters(
      const std::vector<Parameter>& parameters,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->set_parameters(parameters), nanoseconds(timeout));
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  SetResults delete_parameters(
      const std::vector<std::string>& parameters_names,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->delete_parameters(parameters_names), nanoseconds(timeout));
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  SetResults load_parameters(
      const std::string& yaml_filename,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_nothing(async_->load_parameters(yaml_filename), nanoseconds(timeout));
  }

  // Like the functions above, but these throw std::runtime_error when the time is over.
  template <class Rep = std::int64_t, class Period = std::milli>
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
      const std::vector<Parameter>& parameters,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_throw(async_->set_parameters_atomically(parameters), nanoseconds(timeout),
                         "Unable to get result of set parameters service call.");
  }
  template <class Rep = std::int64_t, class Period = std::milli>
  rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& parameter_prefixes, std::uint64_t depth,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_or_throw(async_->list_parameters(parameter_prefixes, depth), nanoseconds(timeout),
                         "Unable to get result of list parameters service call.");
  }

  bool has_parameter(const std::string& parameter_name);
  /// Returns what `parameter_not_found_handler` returns if the parameter has no value. Throws
  /// ParameterTypeException.
  template <class T>
  T get_parameter_impl(const std::string& parameter_name,
                       std::function<T()> parameter_not_found_handler) {
    const auto found = get_parameters({parameter_name});
    if (found.size() != 1 || found[0].get_type() == PARAMETER_NOT_SET) {
      return parameter_not_found_handler();
    }
    return static_cast<T>(found[0].template get_value<T>());
  }
  template <class T>
  T get_parameter(const std::string& parameter_name, const T& default_value) {
    return get_parameter_impl<T>(parameter_name, [&] { return default_value; });
  }
  /// Throws std::runtime_error if the parameter has no value.
  template <class T>
  T get_parameter(const std::string& parameter_name) {
    return get_parameter_impl<T>(parameter_name, [&]() -> T {
      throw std::runtime_error("Parameter '" + parameter_name + "' is not set");
    });
  }

  template <class F>
  Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr on_parameter_event(F&& callback) {
    return async_->on_parameter_event(std::forward<F>(callback));
  }
  template <class NodeT, class F>
  static Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr on_parameter_event(
      NodeT&& node, F&& callback, const QoS& qos = ParameterEventsQoS(),
      const SubscriptionOptionsBase& options = {}) {
    return AsyncParametersClient::on_parameter_event(std::forward<NodeT>(node),
                                                     std::forward<F>(callback), qos, options);
  }

  bool service_is_ready() const { return async_->service_is_ready(); }
  template <class Rep = std::int64_t, class Period = std::milli>
  bool wait_for_service(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return async_->wait_for_service(timeout);
  }

 private:
  template <class Duration>
  static std::chrono::nanoseconds nanoseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
  }
  static Executor::SharedPtr make_executor(const node_interfaces::NodeBaseInterface& node);

  template <class T>
  bool wait(const std::shared_future<T>& future, std::chrono::nanoseconds timeout) {
    if (executors::spin_node_until_future_complete(*executor_, node_, future, timeout) ==
        FutureReturnCode::SUCCESS) {
      return true;
    }
    async_->prune_pending_requests();
    return false;
  }
  template <class T>
  T wait_or_nothing(const std::shared_future<T>& future, std::chrono::nanoseconds timeout) {
    return wait(future, timeout) ? future.get() : T();
  }
  template <class T>
  T wait_or_throw(const std::shared_future<T>& future, std::chrono::nanoseconds timeout,
                  const char* text) {
    if (!wait(future, timeout)) throw std::runtime_error(text);
    return future.get();
  }

  const Executor::SharedPtr executor_;
  const node_interfaces::NodeBaseInterface::SharedPtr node_;
  const AsyncParametersClient::SharedPtr async_;
};

}  // namespace rclcpp
