// SPDX-License-Identifier: Apache-2.0
// The transport over DDS, for processes anywhere on a network, Baton's and ROS 2's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dds/wire.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

struct DdsOptions {
  std::string name;
  /// The participant of a shared-memory transport beside this one. This transport leaves out the
  /// participants that shared memory meets.
  transport::ParticipantIdentity beside{};
  /// The loop whose thread does the control work; nullptr: this transport makes one.
  std::shared_ptr<base::EventLoop> loop{};
  unsigned domain_id = 0;
  WireRange range = WireRange::localhost;
  std::vector<std::string> static_peers;  // addresses, IPv4
  std::string enclave = "/";
  std::optional<WireSecurity> security{};
  std::int64_t heartbeat_period_ns = WireOptions().heartbeat_period_ns;
  EventCallback on_event;
};

class DdsPublisher;

class DdsParticipant : public transport::Transport {
 public:
  virtual base::Result<std::shared_ptr<DdsPublisher>> open_dds_publisher(
      const transport::PublisherSpec& spec) = 0;
  /// The endpoints, as DDS names them, of participants that are met by shared memory, this one
  /// included.
  virtual std::vector<EndpointInfo> covered_endpoints() const = 0;
};

/// One participant of the domain. Loads the DDS library; fails with the cure in the text.
base::Result<std::unique_ptr<DdsParticipant>> open_dds_transport(const DdsOptions& options);

}  // namespace baton::dds
