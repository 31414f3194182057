// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <baton/qos.hpp>
#include <baton/qos_overriding_options.hpp>

namespace baton::client {

class NodeState;

/// The QoS after the overrides that the options allow. Each policy becomes a read-only parameter
/// `qos_overrides.<topic>.<publisher|subscription>[_<id>].<policy>` of the node, once for all
/// endpoints of that name. Throws exceptions::InvalidQosOverridesException, std::invalid_argument
/// for a word that no policy knows, and exceptions::InvalidParameterTypeException.
QoS apply_qos_overrides(NodeState& node, const std::string& topic, const QoS& qos,
                        const QosOverridingOptions& options, bool publisher);

}  // namespace baton::client
