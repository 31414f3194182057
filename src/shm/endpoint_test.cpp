// SPDX-License-Identifier: Apache-2.0
#include "shm/endpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace baton::shm {
namespace {

using ::testing::HasSubstr;

Endpoint image(const Policy& policy = {}) {
  return {7, "/camera/image", "sensor_msgs/Image", 0x1111, 0x2222, policy};
}

TEST(Endpoint, EqualEndpointsMatch) { EXPECT_EQ(compare(image(), image()).refusal, Refusal::none); }

struct QosCase {
  const char* name;
  Policy offered;
  Policy requested;
  Refusal expected;
};

class QosTable : public ::testing::TestWithParam<QosCase> {};

TEST_P(QosTable, DecidesAsDdsDoes) {
  const Verdict verdict = compare(image(GetParam().offered), image(GetParam().requested));
  EXPECT_EQ(verdict.refusal, GetParam().expected) << verdict.text;
  EXPECT_EQ(verdict.text.empty(), verdict.refusal == Refusal::none);
}

constexpr Policy best_effort{};
constexpr Policy reliable{.reliable = true};
constexpr Policy kept{.reliable = true, .transient_local = true};
constexpr Policy kept_best_effort{.transient_local = true};
constexpr Policy all{.reliable = true, .keep_all = true};
constexpr Policy each_second{.deadline_ns = 1'000'000'000};
constexpr Policy each_minute{.deadline_ns = 60'000'000'000};
constexpr Policy automatic_second{.lease_ns = 1'000'000'000};
constexpr Policy manual{.manual_by_topic = true};
constexpr Policy manual_second{.manual_by_topic = true, .lease_ns = 1'000'000'000};
constexpr Policy brief{.lifespan_ns = 1};

INSTANTIATE_TEST_SUITE_P(
    Endpoint, QosTable,
    ::testing::Values(
        QosCase{"best_effort_asked_of_reliable", reliable, best_effort, Refusal::none},
        QosCase{"reliable_asked_of_reliable", reliable, reliable, Refusal::none},
        QosCase{"reliable_asked_of_best_effort", best_effort, reliable, Refusal::incompatible_qos},
        QosCase{"volatile_asked_of_transient_local", kept, reliable, Refusal::none},
        QosCase{"transient_local_asked_of_transient_local", kept, kept, Refusal::none},
        QosCase{"transient_local_asked_of_volatile", reliable, kept, Refusal::incompatible_qos},
        QosCase{"transient_local_best_effort_asked_of_volatile", reliable, kept_best_effort,
                Refusal::incompatible_qos},
        QosCase{"reliable_asked_of_transient_local_best_effort", kept_best_effort, reliable,
                Refusal::incompatible_qos},
        QosCase{"keep_all_asked_of_keep_last", reliable, all, Refusal::none},
        QosCase{"keep_last_asked_of_keep_all", all, reliable, Refusal::none},
        QosCase{"a_deadline_asked_of_none", best_effort, each_second, Refusal::incompatible_qos},
        QosCase{"a_short_deadline_asked_of_a_long_one", each_minute, each_second,
                Refusal::incompatible_qos},
        QosCase{"a_deadline_asked_of_the_same", each_second, each_second, Refusal::none},
        QosCase{"a_long_deadline_asked_of_a_short_one", each_second, each_minute, Refusal::none},
        QosCase{"manual_asked_of_automatic", best_effort, manual, Refusal::incompatible_qos},
        QosCase{"automatic_asked_of_manual", manual, best_effort, Refusal::none},
        QosCase{"a_lease_asked_of_none", manual, manual_second, Refusal::incompatible_qos},
        QosCase{"an_automatic_lease_asked_of_a_manual_one", manual_second, automatic_second,
                Refusal::none},
        QosCase{"nothing_asked_of_a_lease", manual_second, best_effort, Refusal::none},
        QosCase{"a_lifespan_asks_for_nothing", best_effort, brief, Refusal::none},
        QosCase{"a_lifespan_offers_nothing_less", brief, best_effort, Refusal::none}),
    [](const auto& test) { return test.param.name; });

TEST(Endpoint, DepthsNeedNotBeEqual) {
  EXPECT_EQ(compare(image({.depth = 1}), image({.depth = 1000})).refusal, Refusal::none);
}

TEST(Endpoint, AnotherTopicIsAnotherTopicWhateverElseIsWrong) {
  Endpoint other = image(kept);
  other.topic = "/camera/depth";
  other.type_hash = 0;
  EXPECT_EQ(compare(image(), other).refusal, Refusal::other_topic);
}

TEST(Endpoint, TwoTypesOnOneTopicAreNamedBoth) {
  Endpoint other = image();
  other.type_name = "sensor_msgs/PointCloud2";
  const Verdict verdict = compare(image(), other);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, HasSubstr("sensor_msgs/Image"));
  EXPECT_THAT(verdict.text, HasSubstr("sensor_msgs/PointCloud2"));
  EXPECT_THAT(verdict.text, HasSubstr("/camera/image"));
}

TEST(Endpoint, OneNameWithTwoMeaningsIsAnIncompatibleType) {
  Endpoint other = image();
  other.type_hash = 0x3333;
  EXPECT_EQ(compare(image(), other).refusal, Refusal::incompatible_type);
}

// Sixty-four bits are for speed; that two types are one is said by all of the hash.
TEST(Endpoint, GeneratedTypesAreComparedByTheirWholeHash) {
  Endpoint one = image();
  one.type_hash_text = "RIHS01_11";
  Endpoint other = image();
  other.type_hash_text = "RIHS01_12";
  const Verdict verdict = compare(one, other);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, HasSubstr("RIHS01_11"));
  EXPECT_THAT(verdict.text, HasSubstr("RIHS01_12"));
  EXPECT_EQ(compare(one, image()).refusal, Refusal::incompatible_type);
  EXPECT_EQ(compare(one, one).refusal, Refusal::none);
}

TEST(Endpoint, OneTypeLaidOutTwoWaysIsRefusedWithTheCure) {
  Endpoint other = image();
  other.layout_hash = 0x3333;
  const Verdict verdict = compare(image(), other);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_layout);
  EXPECT_THAT(verdict.text, HasSubstr("build both"));
}

TEST(Endpoint, AGeneratedTypeLaidOutTwoWaysMatches) {
  Endpoint one = image();
  one.type_hash_text = "RIHS01_11";
  Endpoint other = one;
  other.layout_hash = 0x3333;
  EXPECT_EQ(compare(one, other).refusal, Refusal::none);
}

TEST(Endpoint, ARefusedPolicyIsNamedWithTheCure) {
  const Verdict reliability = compare(image(best_effort), image(reliable));
  EXPECT_THAT(reliability.text, HasSubstr("RELIABILITY"));
  EXPECT_THAT(reliability.text, HasSubstr("make the publisher reliable"));
  const Verdict durability = compare(image(reliable), image(kept));
  EXPECT_THAT(durability.text, HasSubstr("DURABILITY"));
  EXPECT_THAT(durability.text, HasSubstr("make the publisher transient local"));
  EXPECT_EQ(reliability.policy, "reliability");
  EXPECT_EQ(durability.policy, "durability");
  const Verdict deadline = compare(image(best_effort), image(each_second));
  EXPECT_EQ(deadline.policy, "deadline");
  EXPECT_THAT(deadline.text, HasSubstr("DEADLINE"));
  EXPECT_THAT(deadline.text, HasSubstr("within 1000 ms"));
  EXPECT_THAT(deadline.text, HasSubstr("no limit"));
  EXPECT_EQ(compare(image(manual), image(manual_second)).policy, "liveliness");
  EXPECT_EQ(compare(image(best_effort), image(manual)).policy, "liveliness");
}

}  // namespace
}  // namespace baton::shm
