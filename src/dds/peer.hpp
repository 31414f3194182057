// SPDX-License-Identifier: Apache-2.0
// What is known of endpoints and participants, and whether two endpoints may match.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <baton/endpoint_info.hpp>
#include <baton/match_info.hpp>

#include "dds/announcement.hpp"
#include "dds/names.hpp"
#include "dds/wire.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

using Prefix = std::array<std::uint8_t, 12>;
Prefix prefix_of(const Guid& guid);

struct ParticipantFacts {
  std::string id;    // 16 hexadecimal digits; of a stranger made of its GUID
  std::string name;  // of its process, or what it calls itself
  std::int64_t pid = 0;
  bool is_baton = false;
  std::vector<std::string> places{};  // where it is met by shared memory
};
ParticipantFacts participant_facts(const SeenParticipant& seen);

struct EndpointFacts {
  Guid guid{};
  bool is_writer = false;
  std::string dds_topic;
  std::string topic;  // as ROS has it
  EndpointKind kind = EndpointKind::topic;
  TypeName type;
  std::string type_hash;  // "RIHS01_..."; empty: of a plain type, or not told
  WireQos qos;
  bool has_history = false;  // its history is told; DDS does not
  bool ignores_own = false;
  std::string node;  // empty: not told here
};
EndpointFacts endpoint_facts(const SeenEndpoint& seen);
/// What we shall say of an endpoint of our own. Its GUID comes with it.
WireEndpoint wire_endpoint(const transport::EndpointSpec& spec, bool ignores_own);

enum class Refusal { none, type, qos };

struct Verdict {
  Refusal refusal = Refusal::none;
  std::string policy{};  // of Refusal::qos, as EndpointEvent has it
  std::string text{};    // what differs and what to change
};

/// Of an endpoint whose peer does services in the form of rmw_cyclonedds.
Verdict foreign_service(const EndpointFacts& endpoint);

/// The rules of DDS for request and offer, on one topic. More than names are compared where both
/// sides tell more.
Verdict compare(const EndpointFacts& writer, const EndpointFacts& reader);

}  // namespace baton::dds
