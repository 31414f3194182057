// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <composition_interfaces/srv/load_node.hpp>

#include <baton/logger.hpp>
#include <baton/node_options.hpp>

namespace baton::components {

/// Names, remaps, parameters and extra arguments of a request. The arguments of the container do
/// not apply unless the request says forward_global_arguments. Throws ComponentManagerException.
NodeOptions node_options_of(const composition_interfaces::srv::LoadNode::Request& request);

/// Unset if the request names none. Throws ComponentManagerException for what is no level.
Logger::Level log_level_of(const composition_interfaces::srv::LoadNode::Request& request);

}  // namespace baton::components
