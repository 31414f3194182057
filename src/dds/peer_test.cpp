// SPDX-License-Identifier: Apache-2.0
#include "dds/peer.hpp"

#include <gmock/gmock.h>

#include "dds/qos.hpp"

namespace baton::dds {
namespace {

using ::testing::HasSubstr;

EndpointFacts facts(const QoS& qos = 10, const std::string& type = "a::msg::dds_::B_") {
  SeenEndpoint seen;
  seen.endpoint.topic = "rt/t";
  seen.endpoint.type = type;
  seen.endpoint.qos = to_wire(qos);
  return endpoint_facts(seen);
}

TEST(DdsPeer, WhoTellsNoTypeHashIsTakenAtItsTypesName) {
  EndpointFacts writer = facts();
  EndpointFacts reader = facts();
  writer.type_hash = "RIHS01_a";
  EXPECT_EQ(compare(writer, reader).refusal, Refusal::none);
  reader.type_hash = "RIHS01_b";
  const Verdict verdict = compare(writer, reader);
  EXPECT_EQ(verdict.refusal, Refusal::type);
  EXPECT_THAT(verdict.text, HasSubstr("RIHS01_b"));
  EXPECT_EQ(compare(facts(), facts(10, "a::msg::dds_::C_")).refusal, Refusal::type);
}

TEST(DdsPeer, ARefusalNamesThePolicyAndTheCure) {
  const Verdict verdict = compare(facts(QoS(1).best_effort()), facts(QoS(1)));
  EXPECT_EQ(verdict.refusal, Refusal::qos);
  EXPECT_EQ(verdict.policy, "reliability");
  EXPECT_THAT(verdict.text, HasSubstr("make the publisher reliable"));
  EXPECT_EQ(compare(facts(QoS(1)), facts(QoS(1).best_effort())).refusal, Refusal::none);
}

TEST(DdsPeer, AnUnspecifiedTimeIsInfinite) {
  const WireQos wire = to_wire(QoS(10));
  EXPECT_EQ(wire.deadline_ns, infinite_ns);
  EXPECT_EQ(wire.lifespan_ns, infinite_ns);
  EXPECT_EQ(wire.lease_ns, infinite_ns);
  const QoS strict = QoS(3).deadline(std::chrono::milliseconds(5)).transient_local();
  EXPECT_EQ(to_wire(from_wire(to_wire(strict))).deadline_ns, 5'000'000);
  EXPECT_EQ(from_wire(to_wire(strict)).durability(), DurabilityPolicy::TransientLocal);
  EXPECT_EQ(to_wire(QoS(1'000'000)).depth, max_depth);
}

TEST(DdsPeer, AServiceOfCycloneDdsIsRefusedWithTheCure) {
  SeenEndpoint seen;
  seen.endpoint.topic = "rq/addRequest";
  seen.endpoint.type = "a::srv::dds_::Add_Request_";
  const EndpointFacts server = endpoint_facts(seen);
  EXPECT_EQ(compare(server, server).refusal, Refusal::none);
  seen.guid = {0x01, 0x10};
  const Verdict verdict = compare(endpoint_facts(seen), server);
  EXPECT_EQ(verdict.refusal, Refusal::type);
  EXPECT_THAT(verdict.text, HasSubstr("RMW_IMPLEMENTATION=rmw_fastrtps_cpp"));
  EXPECT_EQ(compare(server, endpoint_facts(seen)).refusal, Refusal::type);
  seen.endpoint.topic = "rt/add";
  EXPECT_EQ(compare(endpoint_facts(seen), endpoint_facts(seen)).refusal, Refusal::none);
}

TEST(DdsPeer, AStrangerIsKnownByItsGuid) {
  SeenParticipant stranger;
  stranger.name = "/";
  for (std::uint8_t i = 0; i < 16; ++i) stranger.guid[i] = i;
  const ParticipantFacts known = participant_facts(stranger);
  EXPECT_FALSE(known.is_baton);
  EXPECT_EQ(known.id, "0405060708090a0b");
}

}  // namespace
}  // namespace baton::dds
