// SPDX-License-Identifier: Apache-2.0
// Names on the wire in the words of users.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <baton/endpoint_info.hpp>

namespace baton::client {

/// Name and namespace of "/ns/name".
std::pair<std::string, std::string> split_node_name(const std::string& fully_qualified);

/// "ns.name" of "/ns/name".
std::string logger_name_of(const std::string& fully_qualified);

struct ServiceEnd {
  std::string service;    // "/add_two_ints"
  std::string type_name;  // "example_interfaces/srv/AddTwoInts"
  bool server;            // else it is a client's
  /// The end that receives: one for each server and each client.
  bool receives;
};
/// Nothing if the endpoint is no part of a service.
std::optional<ServiceEnd> service_end(const EndpointInfo& endpoint);

}  // namespace baton::client
