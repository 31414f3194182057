// SPDX-License-Identifier: Apache-2.0
#include <baton/qos_overriding_options.hpp>

#include <sstream>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace baton {
namespace {

using Kinds = std::vector<QosPolicyKind>;

QosCallbackResult accept(const QoS&) {
  QosCallbackResult result;
  result.successful = true;
  return result;
}

TEST(QosOverridingOptionsTest, AllowNothingByThemselves) {
  const QosOverridingOptions options;
  EXPECT_TRUE(options.get_policy_kinds().empty());
  EXPECT_TRUE(options.get_id().empty());
  EXPECT_FALSE(options.get_validation_callback());
}

TEST(QosOverridingOptionsTest, KeepWhatTheyAreMadeFrom) {
  const QosOverridingOptions options = {
      {QosPolicyKind::Deadline, QosPolicyKind::Durability}, accept, "front"};
  EXPECT_EQ(options.get_policy_kinds(),
            (Kinds{QosPolicyKind::Deadline, QosPolicyKind::Durability}));
  EXPECT_EQ(options.get_id(), "front");
  ASSERT_TRUE(options.get_validation_callback());
  EXPECT_TRUE(options.get_validation_callback()(QoS(1)).successful);
}

TEST(QosOverridingOptionsTest, DefaultPoliciesAreHistoryDepthAndReliability) {
  const auto options = QosOverridingOptions::with_default_policies(accept, "rear");
  EXPECT_EQ(options.get_policy_kinds(),
            (Kinds{QosPolicyKind::History, QosPolicyKind::Depth, QosPolicyKind::Reliability}));
  EXPECT_EQ(options.get_id(), "rear");
  EXPECT_TRUE(options.get_validation_callback());
  EXPECT_FALSE(QosOverridingOptions::with_default_policies().get_validation_callback());
}

TEST(QosOverridingOptionsTest, AllPoliciesAreNineDifferentOnesWithNames) {
  const auto options = QosOverridingOptions::with_all_policies();
  std::vector<std::string> names;
  for (const QosPolicyKind kind : options.get_policy_kinds()) {
    names.emplace_back(qos_policy_kind_to_cstr(kind));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"avoid_ros_namespace_conventions", "deadline", "depth",
                                             "durability", "history", "lifespan", "liveliness",
                                             "liveliness_lease_duration", "reliability"}));
}

TEST(QosOverridingOptionsTest, KindsPrintTheirNameAndTheInvalidOneThrows) {
  std::ostringstream stream;
  stream << QosPolicyKind::LivelinessLeaseDuration;
  EXPECT_EQ(stream.str(), "liveliness_lease_duration");
  EXPECT_THROW(qos_policy_kind_to_cstr(QosPolicyKind::Invalid), std::invalid_argument);
}

}  // namespace
}  // namespace baton
