// SPDX-License-Identifier: Apache-2.0
#include "dds/peer.hpp"

#include <gmock/gmock.h>

#include "base/longest_wait.hpp"
#include "dds/announcement.hpp"
#include "dds/names.hpp"
#include "match/qos.hpp"

namespace baton::dds {
namespace {

using ::testing::HasSubstr;

DdsEndpoint facts(const QoS& qos = 10, const std::string& type = "a::msg::dds_::B_") {
  SeenEndpoint seen;
  seen.endpoint.topic = "rt/t";
  seen.endpoint.type = type;
  seen.endpoint.policies = match::to_policies(qos);
  return dds_endpoint(seen);
}

TEST(DdsPeer, APeerThatTellsNoTypeHashIsTakenAtItsTypesName) {
  DdsEndpoint writer = facts();
  DdsEndpoint reader = facts();
  writer.type_hash_text = "RIHS01_a";
  EXPECT_EQ(compare(writer, reader).refusal, match::Refusal::none);
  reader.type_hash_text = "RIHS01_b";
  const match::Verdict verdict = compare(writer, reader);
  EXPECT_EQ(verdict.refusal, match::Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, HasSubstr("RIHS01_b"));
  EXPECT_EQ(compare(facts(), facts(10, "a::msg::dds_::C_")).refusal,
            match::Refusal::incompatible_type);
}

TEST(DdsPeer, ARefusalNamesThePolicyAndTheCure) {
  const match::Verdict verdict = compare(facts(QoS(1).best_effort()), facts(QoS(1)));
  EXPECT_EQ(verdict.refusal, match::Refusal::incompatible_qos);
  EXPECT_EQ(verdict.policy, "reliability");
  EXPECT_THAT(verdict.text, HasSubstr("make the publisher reliable"));
  EXPECT_EQ(compare(facts(QoS(1)), facts(QoS(1).best_effort())).refusal, match::Refusal::none);
}

TEST(DdsPeer, AWaitWithoutAnEndStaysInTheRangeOfTheClock) {
  transport::PublisherSpec spec;
  spec.topic = "/t";
  spec.type_name = "plain";
  spec.qos = QoS(KeepAll()).max_blocking_time(std::chrono::nanoseconds::max());
  EXPECT_EQ(wire_endpoint(spec, false).max_blocking_ns, base::longest_wait_ns);
}

TEST(DdsPeer, ATypeThatIsPlainHasNoOtherHash) {
  SeenEndpoint seen;
  seen.endpoint.topic = "rt/t";
  seen.endpoint.type = to_dds_plain_type("plain", 1, 2);
  EndpointAnnouncement claim;
  claim.type_hash = "RIHS01_a";
  seen.endpoint.user_data = to_user_data(claim);
  const DdsEndpoint endpoint = dds_endpoint(seen);
  EXPECT_FALSE(endpoint.has_generated_type());
  seen.endpoint.type = to_dds_plain_type("plain", 1, 3);
  EXPECT_EQ(compare(endpoint, dds_endpoint(seen)).refusal, match::Refusal::incompatible_layout);
}

TEST(DdsPeer, AServiceOfCycloneDdsIsRefusedWithTheCure) {
  SeenEndpoint seen;
  seen.endpoint.topic = "rq/addRequest";
  seen.endpoint.type = "a::srv::dds_::Add_Request_";
  const DdsEndpoint server = dds_endpoint(seen);
  EXPECT_EQ(compare(server, server).refusal, match::Refusal::none);
  seen.guid = {0x01, 0x10};
  const match::Verdict verdict = compare(dds_endpoint(seen), server);
  EXPECT_EQ(verdict.refusal, match::Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, HasSubstr("RMW_IMPLEMENTATION=rmw_fastrtps_cpp"));
  EXPECT_EQ(compare(server, dds_endpoint(seen)).refusal, match::Refusal::incompatible_type);
  seen.endpoint.topic = "rt/add";
  EXPECT_EQ(compare(dds_endpoint(seen), dds_endpoint(seen)).refusal, match::Refusal::none);
}

TEST(DdsPeer, AStrangerIsKnownByItsGuid) {
  SeenParticipant stranger;
  stranger.name = "/";
  for (std::uint8_t i = 0; i < 16; ++i) stranger.guid[i] = i;
  const ParticipantFacts known = participant_facts(stranger);
  EXPECT_FALSE(known.is_baton);
  EXPECT_EQ(known.id, "0405060708090a0b");
  EXPECT_EQ(participant_title(known.name, known.pid), "'/' (DDS)");
  EXPECT_EQ(participant_title("talker", 4711), "talker (pid 4711)");
}

}  // namespace
}  // namespace baton::dds
