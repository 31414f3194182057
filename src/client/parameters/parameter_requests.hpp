// SPDX-License-Identifier: Apache-2.0
// What the services of parameters answer. What others ask for wrongly is in the answer, never
// thrown; a name that is not declared leaves the whole answer to a read empty, as in rclcpp. What
// the node's own callbacks throw goes on.
#pragma once

#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameter_types.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters_atomically.hpp>

namespace baton::client {

class ParameterStore;

void answer_get(const ParameterStore& store,
                const rcl_interfaces::srv::GetParameters::Request& request,
                rcl_interfaces::srv::GetParameters::Response& response);
void answer_types(const ParameterStore& store,
                  const rcl_interfaces::srv::GetParameterTypes::Request& request,
                  rcl_interfaces::srv::GetParameterTypes::Response& response);
void answer_set(ParameterStore& store, const rcl_interfaces::srv::SetParameters::Request& request,
                rcl_interfaces::srv::SetParameters::Response& response);
void answer_set_atomically(ParameterStore& store,
                           const rcl_interfaces::srv::SetParametersAtomically::Request& request,
                           rcl_interfaces::srv::SetParametersAtomically::Response& response);
void answer_describe(const ParameterStore& store,
                     const rcl_interfaces::srv::DescribeParameters::Request& request,
                     rcl_interfaces::srv::DescribeParameters::Response& response);
void answer_list(const ParameterStore& store,
                 const rcl_interfaces::srv::ListParameters::Request& request,
                 rcl_interfaces::srv::ListParameters::Response& response);

}  // namespace baton::client
