// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/convert.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace baton::dds::fastdds {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// Delays of the answer to a heartbeat, and of the samples that the answer asks for. The defaults
/// are 5 ms.
constexpr std::int64_t heartbeat_response_ns = 0;
constexpr std::int64_t repair_delay_ns = 0;

/// Most samples that a reader keeps until they are taken. This is more than any writer sends
/// without an acknowledgement: samples behind a lost one must not take the place of the lost one.
constexpr std::int32_t reader_samples = 8192;
/// Most samples that a keep-all writer has sent without an acknowledgement.
constexpr std::uint64_t writer_window = 512;
/// How many threads may publish at once while a history is full.
constexpr std::int32_t extra_samples = 64;

std::int64_t to_ns(const api::Duration_t& duration) {
  if (duration == api::infinite || duration.seconds < 0) return match::unlimited_ns;
  return duration.seconds * second_ns + duration.nanosec;
}

/// The policies that writers and readers have in common.
template <class Qos>
void set_promises(Qos& qos, const WireEndpoint& endpoint) {
  const match::Policies& from = endpoint.policies;
  qos.reliability().kind =
      from.reliable ? api::RELIABLE_RELIABILITY_QOS : api::BEST_EFFORT_RELIABILITY_QOS;
  qos.durability().kind =
      from.transient_local ? api::TRANSIENT_LOCAL_DURABILITY_QOS : api::VOLATILE_DURABILITY_QOS;
  qos.deadline().period = to_duration(from.deadline_ns);
  qos.liveliness().kind =
      from.manual_by_topic ? api::MANUAL_BY_TOPIC_LIVELINESS_QOS : api::AUTOMATIC_LIVELINESS_QOS;
  qos.liveliness().lease_duration = to_duration(from.lease_ns);
  const auto* bytes = reinterpret_cast<const api::octet*>(endpoint.user_data.data());
  qos.user_data().assign(bytes, bytes + endpoint.user_data.size());
  qos.data_sharing().off();
  qos.endpoint().history_memory_policy = api::rtps::DYNAMIC_REUSABLE_MEMORY_MODE;
}

void set_limits(api::ResourceLimitsQosPolicy& limits, std::int32_t samples) {
  limits.max_instances = 1;
  limits.max_samples = samples;
  limits.max_samples_per_instance = samples;
  limits.extra_samples = extra_samples;
  limits.allocated_samples = std::min<std::int32_t>(samples, 16);
}

}  // namespace

api::Duration_t to_duration(std::int64_t ns) {
  if (ns == match::unlimited_ns || ns / second_ns > std::numeric_limits<std::int32_t>::max() - 1) {
    return api::infinite;
  }
  return {static_cast<std::int32_t>(ns / second_ns), static_cast<std::uint32_t>(ns % second_ns)};
}

Guid to_guid(const api::GUID_t& guid) {
  Guid made{};
  std::copy_n(guid.guidPrefix.value, 12, made.begin());
  std::copy_n(guid.entityId.value, 4, made.begin() + 12);
  return made;
}

Guid to_guid(const api::InstanceHandle_t& handle) { return to_guid(api::iHandle2GUID(handle)); }

SampleIdentity to_identity(const api::SampleIdentity& identity) {
  const api::SequenceNumber_t& sequence = identity.sequence_number();
  const bool is_unknown = sequence == api::SequenceNumber_t::unknown();
  return {to_guid(identity.writer_guid()), is_unknown ? 0 : sequence.to64long()};
}

api::SampleIdentity from_identity(const SampleIdentity& identity) {
  api::GUID_t guid;
  std::copy_n(identity.writer.begin(), 12, guid.guidPrefix.value);
  std::copy_n(identity.writer.begin() + 12, 4, guid.entityId.value);
  api::SampleIdentity made;
  made.writer_guid(guid);
  if (identity.sequence != 0) made.sequence_number(api::SequenceNumber_t(identity.sequence));
  return made;
}

Address to_address(const api::Locator_t& locator) {
  std::uint32_t ipv4 = 0;
  std::memcpy(&ipv4, api::IPLocator::getIPv4(locator), sizeof ipv4);
  return {ntohl(ipv4), api::IPLocator::getPhysicalPort(locator)};
}

api::Locator_t to_locator(const Address& address) {
  api::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  const std::uint32_t ipv4 = htonl(address.ipv4);
  api::IPLocator::setIPv4(locator, reinterpret_cast<const api::octet*>(&ipv4));
  api::IPLocator::setPhysicalPort(locator, address.port);
  return locator;
}

api::DataWriterQos writer_qos(const api::DataWriterQos& base, const WireEndpoint& endpoint,
                              std::int64_t heartbeat_period_ns) {
  api::DataWriterQos qos = base;
  set_promises(qos, endpoint);
  const match::Policies& from = endpoint.policies;
  // DDS keeps all only for a volatile writer: a full history waits for acknowledgements, and a
  // writer that retains samples would wait for ever. For that one the caller waits, see
  // Writer::wait_for_room().
  const bool keeps_all = from.keep_all && !from.transient_local;
  qos.history().kind = keeps_all ? api::KEEP_ALL_HISTORY_QOS : api::KEEP_LAST_HISTORY_QOS;
  const auto depth =
      static_cast<std::int32_t>(keeps_all ? std::min(from.depth, writer_window) : from.depth);
  qos.history().depth = depth;
  set_limits(qos.resource_limits(), depth);
  qos.reliability().max_blocking_time =
      to_duration(keeps_all ? endpoint.max_blocking_ns : second_ns);
  qos.lifespan().duration = to_duration(from.lifespan_ns);
  if (from.lease_ns != match::unlimited_ns) {
    qos.liveliness().announcement_period = to_duration(from.lease_ns * 2 / 3);
  }
  api::set_times(qos.reliable_writer_qos(), to_duration(heartbeat_period_ns),
                 to_duration(repair_delay_ns));
  return qos;
}

api::DataReaderQos reader_qos(const api::DataReaderQos& base, const WireEndpoint& endpoint) {
  api::DataReaderQos qos = base;
  set_promises(qos, endpoint);
  // The depth is that of the inbox behind this reader. This history only has samples that were not
  // looked at yet, or that wait for an earlier one.
  qos.history().kind = api::KEEP_ALL_HISTORY_QOS;
  set_limits(qos.resource_limits(), reader_samples);
  api::set_times(qos.reliable_reader_qos(), to_duration(heartbeat_response_ns));
  return qos;
}

WireEndpoint seen_endpoint(const api::EndpointFacts& facts) {
  WireEndpoint seen;
  seen.topic = facts.topic;
  seen.type = facts.type;
  seen.policies.reliable = facts.reliability.kind == api::RELIABLE_RELIABILITY_QOS;
  seen.policies.transient_local = facts.durability.kind != api::VOLATILE_DURABILITY_QOS;
  seen.policies.deadline_ns = to_ns(facts.deadline.period);
  seen.policies.lifespan_ns = to_ns(facts.lifespan.duration);
  seen.policies.manual_by_topic = facts.liveliness.kind == api::MANUAL_BY_TOPIC_LIVELINESS_QOS;
  seen.policies.lease_ns = to_ns(facts.liveliness.lease_duration);
  seen.user_data.assign(facts.user_data.begin(), facts.user_data.end());
  return seen;
}

}  // namespace baton::dds::fastdds
