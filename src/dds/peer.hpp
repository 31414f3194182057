// SPDX-License-Identifier: Apache-2.0
// What DDS tells of endpoints and participants.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <baton/endpoint_info.hpp>
#include <baton/match_info.hpp>

#include "dds/wire.hpp"
#include "match/endpoint_facts.hpp"
#include "match/verdict.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

using Prefix = std::array<std::uint8_t, 12>;
Prefix prefix_of(const Guid& guid);

struct ParticipantFacts {
  std::string id;    // 16 hexadecimal digits; of a stranger made of its GUID
  std::string name;  // name of its process, or the name that it tells
  std::int64_t pid = 0;
  bool is_baton = false;
  std::vector<std::string> places{};  // the places where shared memory can meet it
};
ParticipantFacts participant_facts(const SeenParticipant& seen);
/// How texts name a participant: that of a stranger has no process that is known.
std::string participant_title(const std::string& name, std::int64_t pid);

struct DdsEndpoint : match::EndpointFacts {
  Guid guid{};
  bool is_writer = false;
  std::string dds_topic;
  bool ignores_own = false;
};
DdsEndpoint dds_endpoint(const SeenEndpoint& seen);
/// What an endpoint of this participant announces. Its GUID comes with it.
WireEndpoint wire_endpoint(const transport::EndpointSpec& spec, bool ignores_own);

/// The verdict for a peer that does services in the form of rmw_cyclonedds.
match::Verdict foreign_service(const DdsEndpoint& endpoint);

/// match::compare() for endpoints of one DDS topic. Also compares the forms of services.
match::Verdict compare(const DdsEndpoint& writer, const DdsEndpoint& reader);

}  // namespace baton::dds
