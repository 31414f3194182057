// SPDX-License-Identifier: Apache-2.0
#include "dds/announcement.hpp"

#include <gtest/gtest.h>

namespace baton::dds {
namespace {

const std::string hash = "RIHS01_" + std::string(64, 'a');

TEST(DdsAnnouncement, AParticipantTellsItsEnclaveAndItsId) {
  const ParticipantAnnouncement said{"0123456789abcdef", 42};
  EXPECT_EQ(to_user_data(said), "enclave=/;baton=0123456789abcdef,42;");
  EXPECT_EQ(to_user_data(said, "/robot/arm"), "enclave=/robot/arm;baton=0123456789abcdef,42;");
  EXPECT_EQ(parse_participant(to_user_data(said)), said);
}

TEST(DdsAnnouncement, AParticipantOfRosHasNoId) {
  EXPECT_EQ(parse_participant("enclave=/;").id, "");
  EXPECT_EQ(parse_participant("enclave=/;baton=not an id,1;").id, "");
  EXPECT_EQ(parse_participant("enclave=/;baton=0123456789abcdef,-1;").id, "");
}

TEST(DdsAnnouncement, AnEndpointTellsWhatDdsDoesNot) {
  EndpointAnnouncement said;
  said.type_hash = hash;
  said.is_baton = true;
  said.kind = EndpointKind::service_reply;
  said.keep_all = true;
  said.depth = 2048;
  said.ignores_own = true;
  said.node = "/robot/camera";
  EXPECT_EQ(parse_endpoint(to_user_data(said)), said);
  said.type_hash.clear();
  said.node.clear();
  said.keep_all = false;
  EXPECT_EQ(parse_endpoint(to_user_data(said)), said);
}

TEST(DdsAnnouncement, AnEndpointOfRosTellsItsTypeOrNothing) {
  const EndpointAnnouncement iron = parse_endpoint("typehash=" + hash + ";");
  EXPECT_EQ(iron.type_hash, hash);
  EXPECT_FALSE(iron.is_baton);
  EXPECT_EQ(parse_endpoint("").type_hash, "");
  EXPECT_EQ(parse_endpoint("typehash=RIHS01_short;").type_hash, "");
}

TEST(DdsAnnouncement, NonsenseIsNoAnnouncement) {
  for (const char* text :
       {"baton=", "baton=,,,", "baton=9,1,any,;", "baton=0,x,any;", "=;=;", ";;;",
        "baton=0,all,any;", "baton", "baton=0,99999999999999999999999,any"}) {
    EXPECT_FALSE(parse_endpoint(text).is_baton) << text;
  }
}

}  // namespace
}  // namespace baton::dds
