// SPDX-License-Identifier: Apache-2.0
#include "client/topic/endpoint_spec.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

#include <baton/ros_c/rcutils_logging.h>

#include "client/context/context_state.hpp"
#include "client/log/log.hpp"
#include "client/node/node_state.hpp"
#include "client/parameters/qos_overrides.hpp"
#include "client/qos/resolve.hpp"

namespace baton::client {

void fill_spec(transport::EndpointSpec& spec, const EndpointHome& home, const std::string& topic,
               const QoS& qos, const TypeIdentity& type, IntraProcessSetting setting) {
  spec.topic = topic;
  spec.type_name = type.name;
  spec.type_hash = type.type_hash;
  spec.layout_hash = type.layout_hash;
  spec.type = type.support;
  spec.qos = qos;
  spec.node = home.node_name();
  spec.in_process = home.resolve(setting);
}

QoS resolve_qos(const EndpointHome& home, const std::string& topic, const QoS& qos,
                const QosOverridingOptions& overrides, bool publisher) {
  QoS asked = qos;
  if (qos.warns_of_zero_depth()) {
    log(RCUTILS_LOG_SEVERITY_WARN, home.node() ? home.node()->logger_name() : "baton",
        "topic '" + topic +
            "': a zero depth with KEEP_LAST doesn't make sense; no data could be "
            "stored. This will be interpreted as SYSTEM_DEFAULT, which is 1");
  }
  if (home.node()) asked = apply_qos_overrides(*home.node(), topic, asked, overrides, publisher);
  std::vector<QoS> peers;
  if (wants_best_available(asked)) {
    const auto endpoints = home.context()->endpoints();
    const EndpointType other = publisher ? EndpointType::Subscription : EndpointType::Publisher;
    if (endpoints) {
      for (const EndpointInfo& endpoint : *endpoints) {
        if (endpoint.topic == topic && endpoint.endpoint_type == other) {
          peers.push_back(endpoint.qos);
        }
      }
    }
  }
  return publisher ? resolve_for_publisher(asked, peers) : resolve_for_subscription(asked, peers);
}

bool loans_are_disabled() {
  const char* value = std::getenv("ROS_DISABLE_LOANED_MESSAGES");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace baton::client
