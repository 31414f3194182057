// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_service.hpp>

#include <string>
#include <utility>

#include <baton/create_service.hpp>
#include <baton/exceptions.hpp>
#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameter_types.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters_atomically.hpp>

#include "client/parameters/parameter_requests.hpp"

namespace rclcpp {
namespace {

/// Makes a service that answers with `answer(store, request, response)`.
template <class ServiceT, class Answer>
std::shared_ptr<void> serve(const node_interfaces::NodeBaseInterface::SharedPtr& node,
                            const std::shared_ptr<client::ParameterStore>& store,
                            const std::string& name, const QoS& qos, Answer answer) {
  return create_service<ServiceT>(
      node, std::string(node->get_fully_qualified_name()) + "/" + name,
      [store, answer](const std::shared_ptr<const typename ServiceT::Request>& request,
                      const std::shared_ptr<typename ServiceT::Response>& response) {
        answer(*store, *request, *response);
      },
      qos, nullptr);
}

}  // namespace

ParameterService::ParameterService(
    const std::shared_ptr<node_interfaces::NodeBaseInterface>& node_base,
    const std::shared_ptr<node_interfaces::NodeServicesInterface>& /*node_services*/,
    node_interfaces::NodeParametersInterface* parameters, const QoS& qos) {
  using namespace rcl_interfaces::srv;
  const auto& store = parameters->store_;
  services_ = {
      serve<GetParameters>(node_base, store, "get_parameters", qos, client::answer_get),
      serve<GetParameterTypes>(node_base, store, "get_parameter_types", qos, client::answer_types),
      serve<SetParameters>(node_base, store, "set_parameters", qos, client::answer_set),
      serve<SetParametersAtomically>(node_base, store, "set_parameters_atomically", qos,
                                     client::answer_set_atomically),
      serve<DescribeParameters>(node_base, store, "describe_parameters", qos,
                                client::answer_describe),
      serve<ListParameters>(node_base, store, "list_parameters", qos, client::answer_list),
  };
}

ParameterService::~ParameterService() = default;

}  // namespace rclcpp
