// SPDX-License-Identifier: Apache-2.0
#include <baton/endpoint_home.hpp>

#include <stdexcept>

#include <baton/exceptions.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>

#include "client/context/context_state.hpp"
#include "client/names/expand_name.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp {

EndpointHome::EndpointHome(const Context& context) : context_(context.state()) {}

EndpointHome::EndpointHome(const node_interfaces::NodeBaseInterface& node)
    : context_(node.state()->context_state()), node_(node.state()) {}

std::string EndpointHome::resolve_topic(const std::string& name) const {
  if (node_) return node_->resolve(name, client::NameKind::topic);
  const std::string absolute = name.starts_with('/') ? name : '/' + name;
  client::check_full_name(absolute, client::NameKind::topic);
  return absolute;
}

std::string EndpointHome::node_name() const {
  return node_ ? node_->fully_qualified_name() : std::string();
}

bool EndpointHome::resolve(IntraProcessSetting setting) const {
  switch (setting) {
    case IntraProcessSetting::Enable:
      return true;
    case IntraProcessSetting::Disable:
      return false;
    case IntraProcessSetting::NodeDefault:
      return node_ && node_->options().use_intra_process_comms();
  }
  throw std::runtime_error("Unrecognized IntraProcessSetting value");
}

CallbackGroup::SharedPtr EndpointHome::resolve(const CallbackGroup::SharedPtr& group) const {
  if (!node_) return nullptr;
  if (group && !node_->has(*group)) throw exceptions::MissingGroupNodeException("endpoint");
  return group ? group : node_->default_group();
}

}  // namespace rclcpp
