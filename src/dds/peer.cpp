// SPDX-License-Identifier: Apache-2.0
#include "dds/peer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <baton/msg/type_hash.hpp>

#include "base/longest_wait.hpp"
#include "dds/announcement.hpp"
#include "dds/names.hpp"
#include "match/compare.hpp"
#include "match/qos.hpp"

namespace baton::dds {
namespace {

/// A GUID begins with the number of the implementation of DDS.
bool is_cyclone(const Guid& guid) { return guid[0] == 0x01 && guid[1] == 0x10; }

}  // namespace

Prefix prefix_of(const Guid& guid) {
  Prefix prefix{};
  std::copy_n(guid.begin(), prefix.size(), prefix.begin());
  return prefix;
}

ParticipantFacts participant_facts(const SeenParticipant& seen) {
  const ParticipantAnnouncement said = parse_participant(seen.user_data);
  ParticipantFacts facts{said.id, seen.name, said.pid, !said.id.empty(), said.places};
  if (!facts.is_baton) {
    // Skip the first four bytes: they say vendor and host, which many participants have in common.
    for (std::size_t i = 4; i < 12; ++i) facts.id += fmt::format("{:02x}", seen.guid[i]);
  }
  return facts;
}

std::string participant_title(const std::string& name, std::int64_t pid) {
  return pid == 0 ? fmt::format("'{}' (DDS)", name) : fmt::format("{} (pid {})", name, pid);
}

DdsEndpoint dds_endpoint(const SeenEndpoint& seen) {
  const WireEndpoint& endpoint = seen.endpoint;
  const EndpointAnnouncement said = parse_endpoint(endpoint.user_data);
  TopicName topic = from_dds_topic(endpoint.topic);
  TypeName type = from_dds_type(endpoint.type);
  DdsEndpoint made;
  made.guid = seen.guid;
  made.is_writer = seen.is_writer;
  made.dds_topic = endpoint.topic;
  made.ignores_own = said.ignores_own;
  made.topic = std::move(topic.topic);
  made.kind = said.is_baton ? said.kind : topic.kind;
  made.type_name = std::move(type.type_name);
  made.type_hash = type.type_hash;
  made.layout_hash = type.layout_hash;
  if (!type.is_plain) made.type_hash_text = said.type_hash;
  made.hides_type_hash = !type.is_plain && said.type_hash.empty();
  made.policies = endpoint.policies;
  made.policies.has_history = said.is_baton;
  made.policies.keep_all = said.keep_all;
  made.policies.depth = std::min(said.depth, match::max_depth);
  made.node = said.node;
  return made;
}

WireEndpoint wire_endpoint(const transport::EndpointSpec& spec, bool ignores_own) {
  WireEndpoint made;
  made.topic = to_dds_topic(spec.topic, spec.kind, spec.qos.avoid_ros_namespace_conventions());
  made.type = spec.type == nullptr
                  ? to_dds_plain_type(spec.type_name, spec.type_hash, spec.layout_hash)
                  : to_dds_type(spec.type_name);
  made.policies = match::to_policies(spec.qos);
  made.max_blocking_ns = std::min(spec.qos.max_blocking_time().count(), base::longest_wait_ns);
  EndpointAnnouncement say;
  if (spec.type != nullptr) say.type_hash = msg::to_string(spec.type->hash);
  say.kind = spec.kind;
  say.keep_all = made.policies.keep_all;
  say.depth = made.policies.depth;
  say.ignores_own = ignores_own;
  say.node = spec.node;
  made.user_data = to_user_data(say);
  return made;
}

match::Verdict foreign_service(const DdsEndpoint& endpoint) {
  return {match::Refusal::incompatible_type,
          fmt::format(
              "topic '{}': the peer does services as rmw_cyclonedds does, with the number of the "
              "request inside the message, and they do not meet those of rmw_fastrtps and Baton; "
              "run it with RMW_IMPLEMENTATION=rmw_fastrtps_cpp",
              endpoint.topic)};
}

match::Verdict compare(const DdsEndpoint& writer, const DdsEndpoint& reader) {
  const bool is_service = writer.kind != EndpointKind::topic;
  if (is_service && (is_cyclone(writer.guid) || is_cyclone(reader.guid))) {
    return foreign_service(writer);
  }
  return match::compare(writer, reader);
}

}  // namespace baton::dds
