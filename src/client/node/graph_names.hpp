// SPDX-License-Identifier: Apache-2.0
// Names on the wire in the words of users.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <baton/endpoint_info.hpp>

namespace baton::client {

/// Splits "/ns/name" into name and namespace.
std::pair<std::string, std::string> split_node_name(const std::string& fully_qualified);

/// Makes "ns.name" of "/ns/name".
std::string logger_name_of(const std::string& fully_qualified);

struct ServiceEnd {
  std::string service;    // "/add_two_ints"
  std::string type_name;  // "example_interfaces/srv/AddTwoInts"
  bool server;            // otherwise the end is a client's
  /// Whether this is the end that receives. Each server and each client has one.
  bool receives;
};
/// Empty if the endpoint is no part of a service.
std::optional<ServiceEnd> service_end(const EndpointInfo& endpoint);

}  // namespace baton::client
