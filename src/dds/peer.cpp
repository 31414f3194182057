// SPDX-License-Identifier: Apache-2.0
#include "dds/peer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <baton/msg/type_hash.hpp>

#include "dds/qos.hpp"

namespace baton::dds {
namespace {

std::string hash_of(const EndpointFacts& endpoint) {
  if (endpoint.type.is_plain) return fmt::format("{:016x}", endpoint.type.type_hash);
  return endpoint.type_hash.empty() ? "hash unknown" : endpoint.type_hash;
}

std::string duration_text(std::int64_t ns) {
  if (ns == infinite_ns) return "no limit";
  return ns % 1'000'000 == 0 ? fmt::format("{} ms", ns / 1'000'000) : fmt::format("{} ns", ns);
}

bool same_type(const EndpointFacts& writer, const EndpointFacts& reader) {
  const TypeName& one = writer.type;
  const TypeName& other = reader.type;
  if (one.type_name != other.type_name || one.is_plain != other.is_plain) return false;
  if (one.is_plain) return one.type_hash == other.type_hash;
  // Humble's endpoints do not say it.
  return writer.type_hash.empty() || reader.type_hash.empty() ||
         writer.type_hash == reader.type_hash;
}

Verdict refuse(const EndpointFacts& writer, const char* policy, const char* name,
               const std::string& wanted, const std::string& offered, const char* cure) {
  return {Refusal::qos, policy,
          fmt::format(
              "topic '{}': policy {}: the subscription asks for {}, the publisher offers {}; {}",
              writer.topic, name, wanted, offered, cure)};
}

Verdict compare_policies(const EndpointFacts& writer, const EndpointFacts& reader) {
  const WireQos& offered = writer.qos;
  const WireQos& requested = reader.qos;
  if (requested.reliable && !offered.reliable) {
    return refuse(writer, "reliability", "RELIABILITY", "reliable", "best effort",
                  "make the publisher reliable or the subscription best effort");
  }
  if (requested.transient_local && !offered.transient_local) {
    return refuse(writer, "durability", "DURABILITY", "transient local", "volatile",
                  "make the publisher transient local or the subscription volatile");
  }
  if (offered.deadline_ns > requested.deadline_ns) {
    return refuse(writer, "deadline", "DEADLINE", duration_text(requested.deadline_ns),
                  duration_text(offered.deadline_ns),
                  "shorten the publisher's deadline or lengthen the subscription's");
  }
  if (requested.manual_by_topic && !offered.manual_by_topic) {
    return refuse(writer, "liveliness", "LIVELINESS", "manual by topic", "automatic",
                  "make the publisher manual by topic or the subscription automatic");
  }
  if (offered.lease_ns > requested.lease_ns) {
    return refuse(writer, "liveliness", "LIVELINESS",
                  "a lease of " + duration_text(requested.lease_ns),
                  duration_text(offered.lease_ns),
                  "shorten the publisher's lease or lengthen the subscription's");
  }
  return {};
}

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
    // The first bytes say vendor and host, which many have in common.
    for (std::size_t i = 4; i < 12; ++i) facts.id += fmt::format("{:02x}", seen.guid[i]);
  }
  return facts;
}

EndpointFacts endpoint_facts(const SeenEndpoint& seen) {
  const WireEndpoint& endpoint = seen.endpoint;
  const EndpointAnnouncement said = parse_endpoint(endpoint.user_data);
  TopicName topic = from_dds_topic(endpoint.topic);
  EndpointFacts facts;
  facts.guid = seen.guid;
  facts.is_writer = seen.is_writer;
  facts.dds_topic = endpoint.topic;
  facts.topic = std::move(topic.topic);
  facts.kind = said.is_baton ? said.kind : topic.kind;
  facts.type = from_dds_type(endpoint.type);
  facts.type_hash = said.type_hash;
  facts.qos = endpoint.qos;
  facts.has_history = said.is_baton;
  facts.qos.keep_all = said.keep_all;
  facts.qos.depth = static_cast<std::uint32_t>(std::min(said.depth, max_depth));
  facts.ignores_own = said.ignores_own;
  facts.node = said.node;
  return facts;
}

WireEndpoint wire_endpoint(const transport::EndpointSpec& spec, bool ignores_own) {
  WireEndpoint made;
  made.topic = to_dds_topic(spec.topic, spec.kind, spec.qos.avoid_ros_namespace_conventions());
  made.type = spec.type == nullptr
                  ? to_dds_plain_type(spec.type_name, spec.type_hash, spec.layout_hash)
                  : to_dds_type(spec.type_name);
  made.qos = to_wire(spec.qos);
  EndpointAnnouncement say;
  if (spec.type != nullptr) say.type_hash = msg::to_string(spec.type->hash);
  say.kind = spec.kind;
  say.keep_all = made.qos.keep_all;
  say.depth = made.qos.depth;
  say.ignores_own = ignores_own;
  say.node = spec.node;
  made.user_data = to_user_data(say);
  return made;
}

Verdict foreign_service(const EndpointFacts& endpoint) {
  return {Refusal::type, "",
          fmt::format(
              "topic '{}': the peer does services as rmw_cyclonedds does, with the number of the "
              "request inside the message, and they do not meet those of rmw_fastrtps and Baton; "
              "run it with RMW_IMPLEMENTATION=rmw_fastrtps_cpp",
              endpoint.topic)};
}

Verdict compare(const EndpointFacts& writer, const EndpointFacts& reader) {
  const bool is_service = writer.kind != EndpointKind::topic;
  if (is_service && (is_cyclone(writer.guid) || is_cyclone(reader.guid))) {
    return foreign_service(writer);
  }
  if (!same_type(writer, reader)) {
    return {
        Refusal::type, "",
        fmt::format("topic '{}': published as '{}' ({}), subscribed as '{}' ({}); use one type, or "
                    "another topic",
                    writer.topic, writer.type.type_name, hash_of(writer), reader.type.type_name,
                    hash_of(reader))};
  }
  if (writer.type.layout_hash != reader.type.layout_hash) {
    return {
        Refusal::type, "",
        fmt::format(
            "topic '{}': both sides call the type '{}' but lay it out differently ({:016x}, "
            "{:016x}); build both with the same definition and compiler flags",
            writer.topic, writer.type.type_name, writer.type.layout_hash, reader.type.layout_hash)};
  }
  return compare_policies(writer, reader);
}

}  // namespace baton::dds
