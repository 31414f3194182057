// SPDX-License-Identifier: Apache-2.0
#include "dds/names.hpp"

#include <gtest/gtest.h>

namespace baton::dds {
namespace {

TEST(DdsNames, ATopicHasRossPrefixUnlessItsUserWantsNone) {
  EXPECT_EQ(to_dds_topic("/camera/image", EndpointKind::topic, false), "rt/camera/image");
  EXPECT_EQ(to_dds_topic("/camera/image", EndpointKind::topic, true), "/camera/image");
  EXPECT_EQ(from_dds_topic("rt/camera/image").topic, "/camera/image");
  EXPECT_EQ(from_dds_topic("rt/camera/image").kind, EndpointKind::topic);
  EXPECT_EQ(from_dds_topic("rtfm").topic, "rtfm");
}

TEST(DdsNames, TheTopicsOfServicesKeepTheirNames) {
  EXPECT_EQ(to_dds_topic("rq/addRequest", EndpointKind::service_request, false), "rq/addRequest");
  EXPECT_EQ(from_dds_topic("rq/addRequest").kind, EndpointKind::service_request);
  EXPECT_EQ(from_dds_topic("rr/addReply").kind, EndpointKind::service_reply);
  EXPECT_EQ(from_dds_topic("rr/addReply").topic, "rr/addReply");
}

TEST(DdsNames, AGeneratedTypeIsSpelledAsRosSpellsItAndBack) {
  EXPECT_EQ(to_dds_type("std_msgs/msg/String"), "std_msgs::msg::dds_::String_");
  EXPECT_EQ(from_dds_type("std_msgs::msg::dds_::String_").type_name, "std_msgs/msg/String");
  EXPECT_FALSE(from_dds_type("std_msgs::msg::dds_::String_").is_plain);
}

TEST(DdsNames, TheMessagesOfAServiceAreTypesLikeOthers) {
  for (const auto& [ros, dds] :
       {std::pair("a/srv/B_Request", "a::srv::dds_::B_Request_"),
        std::pair("a/srv/B_Response", "a::srv::dds_::B_Response_"),
        std::pair("a/action/C_SendGoal_Request", "a::action::dds_::C_SendGoal_Request_")}) {
    EXPECT_EQ(to_dds_type(ros), dds);
    EXPECT_EQ(from_dds_type(dds).type_name, ros);
  }
}

TEST(DdsNames, APlainTypeCarriesItsHashes) {
  const std::string name = to_dds_plain_type("my::Struct", 0x12, ~std::uint64_t{0});
  const TypeName type = from_dds_type(name);
  EXPECT_TRUE(type.is_plain);
  EXPECT_EQ(type.type_name, "my::Struct");
  EXPECT_EQ(type.type_hash, 0x12u);
  EXPECT_EQ(type.layout_hash, ~std::uint64_t{0});
}

TEST(DdsNames, ANameThatFollowsNoRuleOfRosStaysAsItIs) {
  for (const char* name : {"", "HelloWorld", "a::b", "x#12", "#", "dds_::", "::dds_::_",
                           "my#zz34567890123456zz34567890123456"}) {
    EXPECT_FALSE(from_dds_type(name).is_plain) << name;
  }
  EXPECT_EQ(from_dds_type("HelloWorld").type_name, "HelloWorld");
}

}  // namespace
}  // namespace baton::dds
