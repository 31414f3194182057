// SPDX-License-Identifier: Apache-2.0
// What publishers and subscriptions say of themselves alike.
#pragma once

#include <string>

#include <baton/endpoint_home.hpp>
#include <baton/qos.hpp>
#include <baton/qos_overriding_options.hpp>
#include <baton/type_name.hpp>

#include "transport/port/transport.hpp"

namespace baton::client {

void fill_spec(transport::EndpointSpec& spec, const EndpointHome& home, const std::string& topic,
               const QoS& qos, const TypeIdentity& type, IntraProcessSetting setting);

/// The QoS that the endpoint gets: overridden by parameters, with system defaults and "best
/// available" made concrete. Throws exceptions::InvalidQosOverridesException.
QoS resolve_qos(const EndpointHome& home, const std::string& topic, const QoS& qos,
                const QosOverridingOptions& overrides, bool publisher);

/// Whether ROS_DISABLE_LOANED_MESSAGES is 1.
bool loans_are_disabled();

}  // namespace baton::client
