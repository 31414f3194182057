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
        QosCase{"keep_last_asked_of_keep_all", all, reliable, Refusal::none}),
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
}

}  // namespace
}  // namespace baton::shm
