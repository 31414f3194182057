// SPDX-License-Identifier: Apache-2.0
#include "client/node/graph_names.hpp"

#include <algorithm>

#include "client/service/service_topics.hpp"

namespace baton::client {

std::string logger_name_of(const std::string& fully_qualified) {
  std::string name = fully_qualified.substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

std::pair<std::string, std::string> split_node_name(const std::string& fully_qualified) {
  const std::size_t slash = fully_qualified.rfind('/');
  if (slash == std::string::npos) return {fully_qualified, "/"};
  return {fully_qualified.substr(slash + 1), slash == 0 ? "/" : fully_qualified.substr(0, slash)};
}

std::optional<ServiceEnd> service_end(const EndpointInfo& endpoint) {
  if (endpoint.kind == EndpointKind::topic) return std::nullopt;
  const bool request = endpoint.kind == EndpointKind::service_request;
  const bool receives = endpoint.endpoint_type == EndpointType::Subscription;
  std::string service = service_of(endpoint.kind, endpoint.topic);
  if (service.empty()) return std::nullopt;  // another implementation names the topics differently
  return ServiceEnd{std::move(service), std::string(service_type_of(endpoint.type_name)),
                    request == receives, receives};
}

}  // namespace baton::client
