// SPDX-License-Identifier: Apache-2.0
#include "transport/port/to_endpoint.hpp"

#include <baton/msg/type_hash.hpp>

#include "match/qos.hpp"

namespace baton::transport {

match::EndpointFacts to_endpoint(const EndpointSpec& spec) {
  return {.topic = spec.topic,
          .type_name = spec.type_name,
          .type_hash = spec.type_hash,
          .layout_hash = spec.layout_hash,
          .policies = match::to_policies(spec.qos),
          .type_hash_text = spec.type == nullptr ? std::string() : msg::to_string(spec.type->hash),
          .node = spec.node,
          .kind = spec.kind};
}

}  // namespace baton::transport
