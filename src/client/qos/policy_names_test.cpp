// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <baton/qos.hpp>

namespace baton {
namespace {

TEST(QosPolicyNames, KindsHaveTheWordsOfTheirParameters) {
  const std::pair<rmw_qos_policy_kind_t, const char*> words[] = {
      {RMW_QOS_POLICY_DURABILITY, "durability"},
      {RMW_QOS_POLICY_DEADLINE, "deadline"},
      {RMW_QOS_POLICY_LIVELINESS, "liveliness"},
      {RMW_QOS_POLICY_RELIABILITY, "reliability"},
      {RMW_QOS_POLICY_HISTORY, "history"},
      {RMW_QOS_POLICY_LIFESPAN, "lifespan"},
      {RMW_QOS_POLICY_DEPTH, "depth"},
      {RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION, "liveliness_lease_duration"},
      {RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS, "avoid_ros_namespace_conventions"},
  };
  for (const auto& [kind, word] : words) {
    EXPECT_STREQ(rmw_qos_policy_kind_to_str(kind), word);
    EXPECT_EQ(rmw_qos_policy_kind_from_str(word), kind);
  }
  EXPECT_EQ(rmw_qos_policy_kind_to_str(RMW_QOS_POLICY_INVALID), nullptr);
  EXPECT_EQ(rmw_qos_policy_kind_from_str("speed"), RMW_QOS_POLICY_INVALID);
  EXPECT_EQ(rmw_qos_policy_kind_from_str(nullptr), RMW_QOS_POLICY_INVALID);
}

template <class Value>
void expect_words(const char* (*to_str)(Value), Value (*from_str)(const char*), Value unknown,
                  std::initializer_list<std::pair<Value, const char*>> words) {
  for (const auto& [value, word] : words) {
    EXPECT_STREQ(to_str(value), word);
    EXPECT_EQ(from_str(word), value);
  }
  EXPECT_EQ(to_str(unknown), nullptr);
  EXPECT_EQ(from_str("unknown"), unknown);
  EXPECT_EQ(from_str(nullptr), unknown);
}

TEST(QosPolicyNames, ValuesHaveTheWordsOfRos) {
  expect_words<rmw_qos_history_policy_t>(rmw_qos_history_policy_to_str,
                                         rmw_qos_history_policy_from_str,
                                         RMW_QOS_POLICY_HISTORY_UNKNOWN,
                                         {{RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT, "system_default"},
                                          {RMW_QOS_POLICY_HISTORY_KEEP_LAST, "keep_last"},
                                          {RMW_QOS_POLICY_HISTORY_KEEP_ALL, "keep_all"}});
  expect_words<rmw_qos_reliability_policy_t>(
      rmw_qos_reliability_policy_to_str, rmw_qos_reliability_policy_from_str,
      RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
      {{RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT, "system_default"},
       {RMW_QOS_POLICY_RELIABILITY_RELIABLE, "reliable"},
       {RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, "best_effort"},
       {RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE, "best_available"}});
  expect_words<rmw_qos_durability_policy_t>(
      rmw_qos_durability_policy_to_str, rmw_qos_durability_policy_from_str,
      RMW_QOS_POLICY_DURABILITY_UNKNOWN,
      {{RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT, "system_default"},
       {RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, "transient_local"},
       {RMW_QOS_POLICY_DURABILITY_VOLATILE, "volatile"},
       {RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE, "best_available"}});
  expect_words<rmw_qos_liveliness_policy_t>(
      rmw_qos_liveliness_policy_to_str, rmw_qos_liveliness_policy_from_str,
      RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
      {{RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, "system_default"},
       {RMW_QOS_POLICY_LIVELINESS_AUTOMATIC, "automatic"},
       {RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC, "manual_by_topic"},
       {RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE, "best_available"}});
}

TEST(QosPolicyNames, EventsNameThePolicyAsRosDoes) {
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_DURABILITY), "DURABILITY_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_DEADLINE), "DEADLINE_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_LIVELINESS), "LIVELINESS_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_RELIABILITY), "RELIABILITY_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_HISTORY), "HISTORY_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_LIFESPAN), "LIFESPAN_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_INVALID), "INVALID_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_DEPTH), "INVALID_QOS_POLICY");
}

}  // namespace
}  // namespace baton
