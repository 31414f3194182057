// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_client.hpp>

#include <exception>

#include <baton/create_client.hpp>
#include <baton/exceptions.hpp>
#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameter_types.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters_atomically.hpp>

#include "client/parameters/remote_node_name.hpp"

namespace rclcpp {
namespace {

using rcl_interfaces::srv::DescribeParameters;
using rcl_interfaces::srv::GetParameters;
using rcl_interfaces::srv::GetParameterTypes;
using rcl_interfaces::srv::ListParameters;
using rcl_interfaces::srv::SetParameters;
using rcl_interfaces::srv::SetParametersAtomically;

/// Asks, and completes a future with what `convert(response)` returns or throws.
template <class Result, class S, class Convert>
std::shared_future<Result> ask(Client<S>& client, std::shared_ptr<typename S::Request> request,
                               AsyncParametersClient::Callback<Result> callback, Convert convert) {
  auto promise = std::make_shared<std::promise<Result>>();
  std::shared_future<Result> future = promise->get_future().share();
  client.async_send_request(std::move(request),
                            [promise, future, callback = std::move(callback),
                             convert](typename Client<S>::SharedFuture response) {
                              try {
                                promise->set_value(convert(*response.get()));
                              } catch (const std::exception&) {
                                promise->set_exception(std::current_exception());
                              }
                              if (callback) callback(future);
                            });
  return future;
}

template <class S>
std::shared_ptr<typename S::Request> request_for(const std::vector<std::string>& names) {
  auto request = std::make_shared<typename S::Request>();
  request->names = names;
  return request;
}

template <class S>
std::shared_ptr<typename S::Request> request_for(const std::vector<Parameter>& parameters) {
  auto request = std::make_shared<typename S::Request>();
  for (const Parameter& parameter : parameters) {
    request->parameters.push_back(parameter.to_parameter_msg());
  }
  return request;
}

}  // namespace

struct AsyncParametersClient::Clients {
  Clients(node_interfaces::NodeBaseInterface::SharedPtr base, const std::string& remote_node_name,
          const QoS& qos, const CallbackGroup::SharedPtr& group)
      : node(node_interfaces::detail::require_node(std::move(base))),
        remote_node(client::resolve_node_name(*node, remote_node_name)),
        get(create_client<GetParameters>(node, remote_node + "/get_parameters", qos, group)),
        types(create_client<GetParameterTypes>(node, remote_node + "/get_parameter_types", qos,
                                               group)),
        set(create_client<SetParameters>(node, remote_node + "/set_parameters", qos, group)),
        set_atomically(create_client<SetParametersAtomically>(
            node, remote_node + "/set_parameters_atomically", qos, group)),
        describe(create_client<DescribeParameters>(node, remote_node + "/describe_parameters", qos,
                                                   group)),
        list(create_client<ListParameters>(node, remote_node + "/list_parameters", qos, group)) {}

  std::vector<ClientBase*> all() const {
    return {get.get(), types.get(), set.get(), set_atomically.get(), describe.get(), list.get()};
  }

  const node_interfaces::NodeBaseInterface::SharedPtr node;
  const std::string remote_node;
  const Client<GetParameters>::SharedPtr get;
  const Client<GetParameterTypes>::SharedPtr types;
  const Client<SetParameters>::SharedPtr set;
  const Client<SetParametersAtomically>::SharedPtr set_atomically;
  const Client<DescribeParameters>::SharedPtr describe;
  const Client<ListParameters>::SharedPtr list;
};

AsyncParametersClient::AsyncParametersClient(
    node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    node_interfaces::NodeTopicsInterface::SharedPtr /*node_topics_interface*/,
    node_interfaces::NodeGraphInterface::SharedPtr /*node_graph_interface*/,
    node_interfaces::NodeServicesInterface::SharedPtr /*node_services_interface*/,
    const std::string& remote_node_name, const QoS& qos_profile, CallbackGroup::SharedPtr group)
    : clients_(std::make_unique<Clients>(std::move(node_base_interface), remote_node_name,
                                         qos_profile, group)) {}

AsyncParametersClient::~AsyncParametersClient() = default;

const node_interfaces::NodeBaseInterface::SharedPtr& AsyncParametersClient::node_base_interface()
    const {
  return clients_->node;
}

std::shared_future<std::vector<Parameter>> AsyncParametersClient::get_parameters(
    const std::vector<std::string>& names, Callback<std::vector<Parameter>> callback) {
  return ask(*clients_->get, request_for<GetParameters>(names), std::move(callback),
             [names](const GetParameters::Response& response) {
               std::vector<Parameter> parameters;
               for (const auto& value : response.values) {
                 if (parameters.size() == names.size()) break;
                 parameters.emplace_back(names[parameters.size()], ParameterValue(value));
               }
               return parameters;
             });
}

std::shared_future<std::vector<rcl_interfaces::msg::ParameterDescriptor>>
AsyncParametersClient::describe_parameters(
    const std::vector<std::string>& names,
    Callback<std::vector<rcl_interfaces::msg::ParameterDescriptor>> callback) {
  return ask(*clients_->describe, request_for<DescribeParameters>(names), std::move(callback),
             [](const DescribeParameters::Response& response) {
               return std::vector<rcl_interfaces::msg::ParameterDescriptor>(
                   response.descriptors.begin(), response.descriptors.end());
             });
}

std::shared_future<std::vector<ParameterType>> AsyncParametersClient::get_parameter_types(
    const std::vector<std::string>& names, Callback<std::vector<ParameterType>> callback) {
  return ask(*clients_->types, request_for<GetParameterTypes>(names), std::move(callback),
             [](const GetParameterTypes::Response& response) {
               std::vector<ParameterType> types;
               for (const std::uint8_t type : response.types) {
                 types.push_back(static_cast<ParameterType>(type));
               }
               return types;
             });
}

std::shared_future<AsyncParametersClient::SetResults> AsyncParametersClient::set_parameters(
    const std::vector<Parameter>& parameters, Callback<SetResults> callback) {
  return ask(*clients_->set, request_for<SetParameters>(parameters), std::move(callback),
             [](const SetParameters::Response& response) {
               return SetResults(response.results.begin(), response.results.end());
             });
}

std::shared_future<rcl_interfaces::msg::SetParametersResult>
AsyncParametersClient::set_parameters_atomically(
    const std::vector<Parameter>& parameters,
    Callback<rcl_interfaces::msg::SetParametersResult> callback) {
  return ask(*clients_->set_atomically, request_for<SetParametersAtomically>(parameters),
             std::move(callback),
             [](const SetParametersAtomically::Response& response) { return response.result; });
}

std::shared_future<AsyncParametersClient::SetResults> AsyncParametersClient::delete_parameters(
    const std::vector<std::string>& parameters_names) {
  std::vector<Parameter> parameters;
  for (const std::string& name : parameters_names) parameters.emplace_back(name);
  return set_parameters(parameters);
}

std::shared_future<AsyncParametersClient::SetResults> AsyncParametersClient::load_parameters(
    const std::string& yaml_filename) {
  return load_parameters(
      parameter_map_from_yaml_file(yaml_filename, clients_->remote_node.c_str()));
}

std::shared_future<AsyncParametersClient::SetResults> AsyncParametersClient::load_parameters(
    const ParameterMap& parameter_map) {
  const auto parameters = parameters_from_map(parameter_map, clients_->remote_node.c_str());
  if (parameters.empty()) {
    throw exceptions::InvalidParametersException("No valid parameter: nothing there is for node '" +
                                                 clients_->remote_node +
                                                 "'; write its name or '/**' above the parameters");
  }
  return set_parameters(parameters);
}

std::shared_future<rcl_interfaces::msg::ListParametersResult>
AsyncParametersClient::list_parameters(
    const std::vector<std::string>& prefixes, std::uint64_t depth,
    Callback<rcl_interfaces::msg::ListParametersResult> callback) {
  auto request = std::make_shared<ListParameters::Request>();
  request->prefixes = prefixes;
  request->depth = depth;
  return ask(*clients_->list, std::move(request), std::move(callback),
             [](const ListParameters::Response& response) { return response.result; });
}

std::size_t AsyncParametersClient::prune_pending_requests() {
  std::size_t count = 0;
  for (ClientBase* client : clients_->all()) count += client->prune_pending_requests();
  return count;
}

bool AsyncParametersClient::service_is_ready() const {
  for (const ClientBase* client : clients_->all()) {
    if (!client->service_is_ready()) return false;
  }
  return true;
}

bool AsyncParametersClient::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout) {
  using std::chrono::nanoseconds;
  using Steady = std::chrono::steady_clock;
  const auto begin = Steady::now();
  for (ClientBase* client : clients_->all()) {
    const nanoseconds left =
        timeout < nanoseconds(0)
            ? timeout
            : std::max(nanoseconds(0), nanoseconds(timeout - (Steady::now() - begin)));
    if (!client->wait_for_service(left)) return false;
  }
  return true;
}

SyncParametersClient::SyncParametersClient(
    Executor::SharedPtr executor, node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
    node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
    const std::string& remote_node_name, const QoS& qos_profile)
    : executor_(std::move(executor)),
      node_(node_base_interface),
      async_(std::make_shared<AsyncParametersClient>(
          std::move(node_base_interface), std::move(node_topics_interface),
          std::move(node_graph_interface), std::move(node_services_interface), remote_node_name,
          qos_profile)) {}

SyncParametersClient::~SyncParametersClient() = default;

Executor::SharedPtr SyncParametersClient::make_executor(
    const node_interfaces::NodeBaseInterface& node) {
  return std::make_shared<executors::SingleThreadedExecutor>(detail::options_for(node));
}

bool SyncParametersClient::has_parameter(const std::string& parameter_name) {
  return !list_parameters({parameter_name}, 1).names.empty();
}

}  // namespace rclcpp
