// SPDX-License-Identifier: Apache-2.0
#include <baton/node.hpp>

#include <stdexcept>

#include "client/names/name_fault.hpp"

namespace rclcpp {
namespace {

std::string require_relative(const std::string& sub_namespace) {
  if (sub_namespace.empty()) {
    throw exceptions::NameValidationError("sub_namespace", sub_namespace.c_str(),
                                          "sub-nodes should not extend nodes by an empty "
                                          "sub-namespace",
                                          0);
  }
  if (sub_namespace.front() == '/') {
    throw exceptions::NameValidationError("sub_namespace", sub_namespace.c_str(),
                                          "a sub-namespace should not have a leading /", 0);
  }
  return sub_namespace.back() == '/' ? sub_namespace.substr(0, sub_namespace.size() - 1)
                                     : sub_namespace;
}

std::string extend(const std::string& existing, const std::string& more) {
  return existing.empty() ? more : existing + "/" + more;
}

std::string effective(const std::string& namespace_, const std::string& sub_namespace) {
  if (sub_namespace.empty()) return namespace_;
  return namespace_.back() == '/' ? namespace_ + sub_namespace : namespace_ + "/" + sub_namespace;
}

}  // namespace

Node::Node(const std::string& node_name, const NodeOptions& options)
    : Node(node_name, "", options) {}

Node::Node(const std::string& node_name, const std::string& namespace_, const NodeOptions& options)
    : options_(options),
      node_base_(
          std::make_shared<node_interfaces::NodeBaseInterface>(node_name, namespace_, options)),
      node_graph_(std::make_shared<node_interfaces::NodeGraphInterface>(node_base_)),
      node_timers_(std::make_shared<node_interfaces::NodeTimersInterface>(node_base_)),
      node_topics_(std::make_shared<node_interfaces::NodeTopicsInterface>(node_base_)),
      node_services_(std::make_shared<node_interfaces::NodeServicesInterface>(node_base_)),
      node_waitables_(std::make_shared<node_interfaces::NodeWaitablesInterface>(node_base_)),
      node_logging_(std::make_shared<node_interfaces::NodeLoggingInterface>(node_base_)),
      node_clock_(std::make_shared<node_interfaces::NodeClockInterface>(options.clock_type())),
      node_parameters_(
          std::make_shared<node_interfaces::NodeParametersInterface>(node_base_, node_clock_)),
      node_time_source_(std::make_shared<node_interfaces::NodeTimeSourceInterface>(
          node_base_, node_parameters_, node_clock_)),
      node_type_descriptions_(std::make_shared<node_interfaces::NodeTypeDescriptionsInterface>(
          node_base_, node_parameters_)) {
  if (options.enable_logger_service()) node_logging_->create_logger_services(node_services_);
}

Node::Node(const Node& other, const std::string& sub_namespace)
    : std::enable_shared_from_this<Node>(),
      options_(other.options_),
      sub_namespace_(extend(other.sub_namespace_, require_relative(sub_namespace))),
      node_base_(other.node_base_),
      node_graph_(other.node_graph_),
      node_timers_(other.node_timers_),
      node_topics_(other.node_topics_),
      node_services_(other.node_services_),
      node_waitables_(other.node_waitables_),
      node_logging_(other.node_logging_),
      node_clock_(other.node_clock_),
      node_parameters_(other.node_parameters_),
      node_time_source_(other.node_time_source_),
      node_type_descriptions_(other.node_type_descriptions_) {
  // Throws at once if the names in this sub-node would be invalid.
  client::check_namespace(get_effective_namespace());
}

Node::~Node() = default;

const Node& Node::this_node() const noexcept { return *this; }

Node::SharedPtr Node::create_sub_node(const std::string& sub_namespace) {
  return SharedPtr(new Node(*this, sub_namespace));
}

std::string Node::get_effective_namespace() const {
  return effective(get_namespace(), sub_namespace_);
}

std::string Node::extend_name(const std::string& name) const {
  if (sub_namespace_.empty() || name.empty() || name.front() == '/' || name.front() == '~') {
    return name;
  }
  return sub_namespace_ + "/" + name;
}

/// Parameters of a sub-node are those of its node.
std::string Node::extend_parameter(const std::string& name) const {
  return sub_namespace_.empty() ? name : sub_namespace_ + "." + name;
}

rcl_interfaces::msg::ParameterDescriptor Node::describe_parameter(const std::string& name) const {
  auto found = node_parameters_->describe_parameters({name});
  if (found.empty()) throw exceptions::ParameterNotDeclaredException(name);
  return std::move(found.front());
}

}  // namespace rclcpp
