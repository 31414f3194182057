// SPDX-License-Identifier: Apache-2.0
#include "client/context/network_choice.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include <baton/exceptions.hpp>

#include "client/context/environment.hpp"

namespace baton::client {
namespace {

constexpr const char* transport_variable = "BATON_TRANSPORT";
constexpr const char* range_variable = "ROS_AUTOMATIC_DISCOVERY_RANGE";
constexpr const char* localhost_variable = "ROS_LOCALHOST_ONLY";
constexpr const char* peers_variable = "ROS_STATIC_PEERS";

TransportChoice transport_of(const ContextOptions& options) {
  if (options.transport) return *options.transport;
  const std::string text = variable(transport_variable).value_or("");
  if (text.empty() || text == "auto") return TransportChoice::automatic;
  if (text == "shm") return TransportChoice::shared_memory;
  if (text == "udp") return TransportChoice::udp;
  throw exceptions::Error(
      fmt::format("{} is '{}'; set it to auto, shm or udp, or unset it", transport_variable, text));
}

/// The range that options or environment choose; empty if they choose none.
std::optional<DiscoveryRange> range_of(const ContextOptions& options) {
  if (options.discovery_range) return options.discovery_range;
  const std::string text = variable(range_variable).value_or("");
  if (text.empty()) return std::nullopt;
  if (text == "OFF") return DiscoveryRange::off;
  if (text == "LOCALHOST") return DiscoveryRange::localhost;
  if (text == "SUBNET" || text == "SYSTEM_DEFAULT") return DiscoveryRange::subnet;
  throw exceptions::Error(
      fmt::format("{} is '{}'; set it to OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT, or unset it",
                  range_variable, text));
}

std::string address_of(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_family = AF_INET;
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int failed = getaddrinfo(host.c_str(), nullptr, &wanted, &found);
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, [](addrinfo* each) {
    if (each != nullptr) freeaddrinfo(each);
  });
  if (failed != 0 || found == nullptr) {
    throw exceptions::Error(
        fmt::format("{}: '{}' has no IPv4 address ({}); give names or addresses "
                    "separated by semicolons",
                    peers_variable, host, gai_strerror(failed)));
  }
  std::array<char, INET_ADDRSTRLEN> text{};
  const auto* const address = reinterpret_cast<const sockaddr_in*>(found->ai_addr);
  inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
  return text.data();
}

std::vector<std::string> peers_of(const ContextOptions& options) {
  std::vector<std::string> hosts = options.static_peers;
  if (hosts.empty()) {
    const std::string list = variable(peers_variable).value_or("");
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(';', at), list.size());
      if (end > at) hosts.push_back(list.substr(at, end - at));
      at = end + 1;
    }
  }
  return hosts;
}

}  // namespace

NetworkChoice network_choice(const ContextOptions& options) {
  NetworkChoice choice;
  choice.transport = transport_of(options);
  const std::optional<DiscoveryRange> range = range_of(options);
  const std::vector<std::string> hosts = peers_of(options);
  const std::string localhost = variable(localhost_variable).value_or("");
  if (!localhost.empty() && localhost != "0" && localhost != "1") {
    throw exceptions::Error(
        fmt::format("{} is '{}'; set it to 0 or 1, or unset it", localhost_variable, localhost));
  }
  if (choice.transport == TransportChoice::shared_memory) return choice;
  const bool only_udp = choice.transport == TransportChoice::udp;
  const bool is_asked_for = only_udp || localhost == "1" || !hosts.empty();
  choice.range = range.value_or(is_asked_for ? DiscoveryRange::localhost : DiscoveryRange::off);
  if (choice.range == DiscoveryRange::off) {
    if (!only_udp) return choice;
    throw exceptions::Error(
        fmt::format("{}=udp needs the network, and {} is OFF; set it to LOCALHOST or "
                    "SUBNET, or unset it",
                    transport_variable, range_variable));
  }
  for (const std::string& host : hosts) choice.static_peers.push_back(address_of(host));
  return choice;
}

}  // namespace baton::client
