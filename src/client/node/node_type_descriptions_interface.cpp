// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_type_descriptions_interface.hpp>

#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

#include <baton/create_service.hpp>
#include <baton/exceptions.hpp>
#include <baton/node_interfaces/node_parameters_interface.hpp>
#include <type_description_interfaces/srv/get_type_description.hpp>

#include "client/context/context_state.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp::node_interfaces {
namespace {

using nlohmann::json;
using type_description_interfaces::srv::GetTypeDescription;
using Individual = type_description_interfaces::msg::IndividualTypeDescription;

constexpr const char* parameter_name = "start_type_description_service";

void read(const json& text, Individual& description) {
  description.type_name = text.at("type_name").get<std::string>();
  for (const json& field : text.at("fields")) {
    auto& made = description.fields.emplace_back();
    const json& type = field.at("type");
    made.name = field.at("name").get<std::string>();
    made.default_value = field.value("default_value", "");
    made.type.type_id = type.at("type_id").get<std::uint8_t>();
    made.type.capacity = type.value("capacity", std::uint64_t{0});
    made.type.string_capacity = type.value("string_capacity", std::uint64_t{0});
    made.type.nested_type_name = type.value("nested_type_name", "");
  }
}

/// The hash of the type itself; empty if the description does not say it.
std::string hash_in(const json& whole, const std::string& type_name) {
  const auto hashes = whole.find("type_hashes");
  if (hashes == whole.end()) return {};
  for (const json& one : *hashes) {
    if (one.value("type_name", "") == type_name) return one.value("hash_string", "");
  }
  return {};
}

/// `text` is a description as ROS writes it in JSON.
void answer(const std::string& text, const GetTypeDescription::Request& request,
            GetTypeDescription::Response& response) {
  const json whole = json::parse(text);
  const auto inner = whole.find("type_description_msg");
  const json& message = inner == whole.end() ? whole : *inner;
  const std::string hash = hash_in(whole, request.type_name);
  if (!request.type_hash.empty() && !hash.empty() && request.type_hash != hash) {
    response.failure_reason = "the type is known with another hash: " + hash;
    return;
  }
  read(message.at("type_description"), response.type_description.type_description);
  for (const json& referenced : message.at("referenced_type_descriptions")) {
    read(referenced, response.type_description.referenced_type_descriptions.emplace_back());
  }
  response.successful = true;
}

void handle(client::ContextState& context, const GetTypeDescription::Request& request,
            GetTypeDescription::Response& response) {
  const std::string name = request.type_name;
  constexpr std::chrono::seconds patience{1};
  try {
    const auto text = context.transport().type_description(name, patience);
    if (!text) {
      response.failure_reason = "Type not currently in use by this node: " + text.error().text;
      return;
    }
    answer(*text, request, response);
  } catch (const exceptions::Error& error) {  // the context was shut down
    response.failure_reason = error.what();
  } catch (const json::exception& error) {
    response = GetTypeDescription::Response();
    response.failure_reason = std::string("the description cannot be read: ") + error.what();
  }
}

bool is_wanted(NodeParametersInterface& parameters) {
  if (!parameters.has_parameter(parameter_name)) {
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.name = parameter_name;
    descriptor.type = rcl_interfaces::msg::ParameterType::PARAMETER_BOOL;
    descriptor.description = "Start the ~/get_type_description service for this node.";
    descriptor.read_only = true;
    (void)parameters.declare_parameter(parameter_name, ParameterValue(true), descriptor, false);
  }
  return parameters.get_parameter(parameter_name).as_bool();
}

}  // namespace

NodeTypeDescriptionsInterface::NodeTypeDescriptionsInterface(
    NodeBaseInterface::SharedPtr node, const NodeParametersInterface::SharedPtr& parameters)
    : node_(std::move(node)) {
  if (!is_wanted(*parameters)) return;
  // It is the node's, so it may not keep the node.
  service_ = create_service<GetTypeDescription>(
      node_, "~/get_type_description",
      [context = node_->state()->context_state()](
          const std::shared_ptr<const GetTypeDescription::Request>& request,
          const std::shared_ptr<GetTypeDescription::Response>& response) {
        handle(*context, *request, *response);
      });
}

NodeTypeDescriptionsInterface::~NodeTypeDescriptionsInterface() = default;

}  // namespace rclcpp::node_interfaces
