// SPDX-License-Identifier: Apache-2.0
#include "client/service/service_topics.hpp"

#include <gtest/gtest.h>

namespace baton::client {
namespace {

TEST(ServiceTopics, AreNamedAsRosNamesThemInDds) {
  EXPECT_EQ(request_topic("/add_two_ints"), "rq/add_two_intsRequest");
  EXPECT_EQ(reply_topic("/robot/add"), "rr/robot/addReply");
}

TEST(ServiceTopics, LeadBackToTheService) {
  EXPECT_EQ(service_of(EndpointKind::service_request, request_topic("/robot/add")), "/robot/add");
  EXPECT_EQ(service_of(EndpointKind::service_reply, reply_topic("/robot/add")), "/robot/add");
}

TEST(ServiceTopics, OtherTopicsLeadNowhere) {
  EXPECT_EQ(service_of(EndpointKind::topic, request_topic("/add")), "");
  EXPECT_EQ(service_of(EndpointKind::service_request, reply_topic("/add")), "");
  EXPECT_EQ(service_of(EndpointKind::service_request, "rqRequest"), "");
  EXPECT_EQ(service_of(EndpointKind::service_request, "rqaddRequest"), "");
  EXPECT_EQ(service_of(EndpointKind::service_reply, "/rr/addReply"), "");
}

TEST(ServiceTopics, AMessageTypeTellsTheTypeOfTheService) {
  EXPECT_EQ(service_type_of("std_srvs/srv/SetBool_Request"), "std_srvs/srv/SetBool");
  EXPECT_EQ(service_type_of("std_srvs/srv/SetBool_Response"), "std_srvs/srv/SetBool");
  EXPECT_EQ(service_type_of("std_msgs/msg/String"), "std_msgs/msg/String");
}

}  // namespace
}  // namespace baton::client
