// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

namespace rclcpp {

/// An address that an endpoint sends from or receives at, as in rclcpp. A value type.
class NetworkFlowEndpoint {
 public:
  NetworkFlowEndpoint(std::string transport_protocol, std::string internet_protocol,
                      std::uint16_t transport_port, std::string internet_address)
      : transport_protocol_(std::move(transport_protocol)),
        internet_protocol_(std::move(internet_protocol)),
        transport_port_(transport_port),
        internet_address_(std::move(internet_address)) {}

  const std::string& transport_protocol() const { return transport_protocol_; }
  const std::string& internet_protocol() const { return internet_protocol_; }
  std::uint16_t transport_port() const { return transport_port_; }
  std::uint32_t flow_label() const { return 0; }
  std::uint8_t dscp() const { return 0; }
  const std::string& internet_address() const { return internet_address_; }

  friend bool operator==(const NetworkFlowEndpoint& a, const NetworkFlowEndpoint& b) {
    return a.transport_protocol_ == b.transport_protocol_ &&
           a.internet_protocol_ == b.internet_protocol_ && a.transport_port_ == b.transport_port_ &&
           a.internet_address_ == b.internet_address_;
  }
  friend bool operator!=(const NetworkFlowEndpoint& a, const NetworkFlowEndpoint& b) {
    return !(a == b);
  }
  friend std::ostream& operator<<(std::ostream& out, const NetworkFlowEndpoint& endpoint) {
    return out << "{\"transportProtocol\": \"" << endpoint.transport_protocol_
               << "\", \"internetProtocol\": \"" << endpoint.internet_protocol_
               << "\", \"transportPort\": \"" << endpoint.transport_port_
               << "\", \"internetAddress\": \"" << endpoint.internet_address_ << "\"}";
  }

 private:
  std::string transport_protocol_;
  std::string internet_protocol_;
  std::uint16_t transport_port_;
  std::string internet_address_;
};

}  // namespace rclcpp
