// SPDX-License-Identifier: Apache-2.0
#include "client/context/environment.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <baton/exceptions.hpp>

#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using ::testing::HasSubstr;
using testing::ScopedVariable;

class Environment : public testing::IsolatedTest {
 protected:
  static std::string refusal(const ContextOptions& options = {}) {
    try {
      return "accepted: " + meeting_place(options).directory;
    } catch (const exceptions::Error& error) {
      return error.what();
    }
  }
};

TEST_F(Environment, WithoutAnythingTheRegistryIsTheUsersOwnAndTheDomainIsZero) {
  const ScopedVariable directory("BATON_REGISTRY_DIR", std::nullopt);
  const ScopedVariable domain("ROS_DOMAIN_ID", std::nullopt);
  const MeetingPlace place = meeting_place({});
  EXPECT_EQ(place.directory, fmt::format("/dev/shm/baton-{}/d0", geteuid()));
  EXPECT_EQ(place.group_directory, "");
}

TEST_F(Environment, VariablesSayWhere) {
  const ScopedVariable domain("ROS_DOMAIN_ID", "232");
  EXPECT_EQ(meeting_place({}).directory, registry_root() + "/d232");
  EXPECT_EQ(meeting_place({}).domain_id, 232u);
}

TEST_F(Environment, OptionsComeBeforeVariables) {
  ContextOptions options;
  options.domain_id = 7;
  options.registry_dir = "/somewhere";
  EXPECT_EQ(meeting_place(options).directory, "/somewhere/d7");
}

TEST_F(Environment, AnEmptyVariableIsNoVariable) {
  const ScopedVariable domain("ROS_DOMAIN_ID", "");
  const ScopedVariable group("BATON_GROUP", "");
  EXPECT_EQ(meeting_place({}).domain_id, 0u);
  EXPECT_EQ(meeting_place({}).group_directory, "");
}

TEST_F(Environment, ADomainThatIsNoneIsRefusedWithTheCure) {
  for (const char* wrong : {"233", "-1", "one", "1 ", "0x10", "99999999999999999999"}) {
    const ScopedVariable domain("ROS_DOMAIN_ID", wrong);
    EXPECT_THAT(refusal(), HasSubstr(fmt::format("'{}'", wrong)));
    EXPECT_THAT(refusal(), HasSubstr("ROS_DOMAIN_ID"));
    EXPECT_THAT(refusal(), HasSubstr("232"));
  }
  ContextOptions options;
  options.domain_id = 233;
  EXPECT_THAT(refusal(options), HasSubstr("'233'"));
}

TEST_F(Environment, AGroupIsFoundByNameOrNumber) {
  const ScopedVariable by_number("BATON_GROUP", std::to_string(getegid()));
  EXPECT_EQ(meeting_place({}).group_id, getegid());
  EXPECT_EQ(meeting_place({}).group_directory,
            fmt::format("/dev/shm/baton-g{}/d{}", getegid(), domain_id()));
}

TEST_F(Environment, AGroupMayMeetElsewhere) {
  const ScopedVariable by_number("BATON_GROUP", std::to_string(getegid()));
  const ScopedVariable directory("BATON_GROUP_DIR", "/run/baton");
  EXPECT_EQ(meeting_place({}).group_directory, fmt::format("/run/baton/d{}", domain_id()));
  EXPECT_EQ(meeting_place({}).directory, fmt::format("{}/d{}", registry_root(), domain_id()));
}

TEST_F(Environment, ADirectoryOfNoGroupIsRefused) {
  const ScopedVariable directory("BATON_GROUP_DIR", "/run/baton");
  EXPECT_THAT(refusal(), HasSubstr("BATON_GROUP is not"));
}

TEST_F(Environment, AGroupThatDoesNotExistIsRefused) {
  const ScopedVariable group("BATON_GROUP", "no_such_group_here");
  EXPECT_THAT(refusal(), HasSubstr("no_such_group_here"));
  EXPECT_THAT(refusal(), HasSubstr("BATON_GROUP"));
}

}  // namespace
}  // namespace baton::client
