// SPDX-License-Identifier: Apache-2.0
#include "match/compare.hpp"

#include <gmock/gmock.h>

namespace baton::match {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// A plain C++ type.
EndpointFacts image(const Policies& policies = {}) {
  return {7, "/camera/image", "sensor_msgs/Image", 0x1111, 0x2222, policies};
}

EndpointFacts generated_image(const std::string& hash_text) {
  EndpointFacts made = image();
  made.type_hash_text = hash_text;
  made.hides_type_hash = hash_text.empty();
  return made;
}

// ---- policies ----

struct PolicyCase {
  const char* name;
  Policies offered;
  Policies requested;
  const char* policy;     // text in the verdict; "": they match
  const char* text = "";  // follows the topic in the text
};

class EveryPolicy : public ::testing::TestWithParam<PolicyCase> {};

TEST_P(EveryPolicy, IsComparedAsDdsDoes) {
  const PolicyCase& each = GetParam();
  const Verdict verdict = compare(image(each.offered), image(each.requested));
  EXPECT_EQ(verdict.policy, each.policy);
  if (verdict.policy.empty()) {
    EXPECT_EQ(verdict.refusal, Refusal::none);
    EXPECT_EQ(verdict.text, "");
  } else {
    EXPECT_EQ(verdict.refusal, Refusal::incompatible_qos);
    EXPECT_EQ(verdict.text, std::string("topic '/camera/image': policy ") + each.text);
  }
}

constexpr Policies best_effort{};
constexpr Policies reliable{.reliable = true};
constexpr Policies kept{.reliable = true, .transient_local = true};
constexpr Policies kept_best_effort{.transient_local = true};
constexpr Policies all{.reliable = true, .keep_all = true};
constexpr Policies untold_history{.reliable = true, .has_history = false};
constexpr Policies each_second{.deadline_ns = 1'000'000'000};
constexpr Policies each_minute{.deadline_ns = 60'000'000'000};
constexpr Policies each_tick{.deadline_ns = 1'500};
constexpr Policies automatic_second{.lease_ns = 1'000'000'000};
constexpr Policies manual{.manual_by_topic = true};
constexpr Policies manual_second{.manual_by_topic = true, .lease_ns = 1'000'000'000};
constexpr Policies manual_minute{.manual_by_topic = true, .lease_ns = 60'000'000'000};
constexpr Policies brief{.lifespan_ns = 1};

constexpr const char* reliability_text =
    "RELIABILITY: the subscription asks for reliable, the publisher offers best effort; make the "
    "publisher reliable or the subscription best effort";
constexpr const char* durability_text =
    "DURABILITY: the subscription asks for transient local, the publisher offers volatile; make "
    "the "
    "publisher transient local or the subscription volatile";
constexpr const char* liveliness_text =
    "LIVELINESS: the subscription asks for manual by topic, the publisher offers automatic; make "
    "the publisher manual by topic or the subscription automatic";

INSTANTIATE_TEST_SUITE_P(
    Match, EveryPolicy,
    ::testing::Values(
        PolicyCase{"best_effort_asked_of_best_effort", best_effort, best_effort, ""},
        PolicyCase{"best_effort_asked_of_reliable", reliable, best_effort, ""},
        PolicyCase{"reliable_asked_of_reliable", reliable, reliable, ""},
        PolicyCase{"reliable_asked_of_best_effort", best_effort, reliable, "reliability",
                   reliability_text},
        PolicyCase{"volatile_asked_of_transient_local", kept, reliable, ""},
        PolicyCase{"transient_local_asked_of_transient_local", kept, kept, ""},
        PolicyCase{"transient_local_asked_of_volatile", reliable, kept, "durability",
                   durability_text},
        PolicyCase{"transient_local_best_effort_asked_of_volatile", reliable, kept_best_effort,
                   "durability", durability_text},
        PolicyCase{"the_first_of_two_policies_is_named", best_effort, kept, "reliability",
                   reliability_text},
        PolicyCase{"reliable_asked_of_transient_local_best_effort", kept_best_effort, reliable,
                   "reliability", reliability_text},
        PolicyCase{"keep_all_asked_of_keep_last", reliable, all, ""},
        PolicyCase{"keep_last_asked_of_keep_all", all, reliable, ""},
        PolicyCase{"a_history_that_is_not_told_offered", untold_history, all, ""},
        PolicyCase{"a_history_that_is_not_told_asked_for", all, untold_history, ""},
        PolicyCase{"a_large_depth_asked_of_a_small_one", {.depth = 1}, {.depth = 1000}, ""},
        PolicyCase{"a_small_depth_asked_of_a_large_one", {.depth = 1000}, {.depth = 1}, ""},
        PolicyCase{"a_deadline_asked_of_none", best_effort, each_second, "deadline",
                   "DEADLINE: the subscription asks for a message within 1000 ms, the publisher "
                   "offers no limit; shorten the publisher's deadline or lengthen the "
                   "subscription's"},
        PolicyCase{"a_short_deadline_asked_of_a_long_one", each_minute, each_tick, "deadline",
                   "DEADLINE: the subscription asks for a message within 1500 ns, the publisher "
                   "offers 60000 ms; shorten the publisher's deadline or lengthen the "
                   "subscription's"},
        PolicyCase{"a_deadline_asked_of_the_same", each_second, each_second, ""},
        PolicyCase{"a_long_deadline_asked_of_a_short_one", each_second, each_minute, ""},
        PolicyCase{"no_deadline_asked_of_one", each_second, best_effort, ""},
        PolicyCase{"manual_asked_of_automatic", best_effort, manual, "liveliness", liveliness_text},
        PolicyCase{"manual_asked_of_an_automatic_lease", automatic_second, manual_second,
                   "liveliness", liveliness_text},
        PolicyCase{"manual_asked_of_manual", manual, manual, ""},
        PolicyCase{"automatic_asked_of_manual", manual, best_effort, ""},
        PolicyCase{"a_lease_asked_of_none", manual, manual_second, "liveliness",
                   "LIVELINESS: the subscription asks for a lease duration of 1000 ms, the "
                   "publisher offers no limit; shorten the publisher's or lengthen the "
                   "subscription's"},
        PolicyCase{"a_short_lease_asked_of_a_long_one", manual_minute, automatic_second,
                   "liveliness",
                   "LIVELINESS: the subscription asks for a lease duration of 1000 ms, the "
                   "publisher offers 60000 ms; shorten the publisher's or lengthen the "
                   "subscription's"},
        PolicyCase{"a_long_lease_asked_of_a_short_one", manual_second, manual_minute, ""},
        PolicyCase{"an_automatic_lease_asked_of_a_manual_one", manual_second, automatic_second, ""},
        PolicyCase{"no_lease_asked_of_one", manual_second, best_effort, ""},
        PolicyCase{"a_lifespan_asks_for_nothing", best_effort, brief, ""},
        PolicyCase{"a_lifespan_offers_nothing_less", brief, best_effort, ""}),
    [](const auto& test) { return test.param.name; });

// qos_check_compatible() looks at a policy that is open from both ends.
TEST(Match, AnOfferFallsShortOfARequestForMoreAndOfNoOther) {
  constexpr Policies least{};
  constexpr Policies most{.reliable = true,
                          .transient_local = true,
                          .deadline_ns = 0,
                          .manual_by_topic = true,
                          .lease_ns = 0};
  for (const Policy each : compared_policies) {
    EXPECT_TRUE(falls_short(each, least, most)) << static_cast<int>(each);
    EXPECT_FALSE(falls_short(each, most, least)) << static_cast<int>(each);
    EXPECT_FALSE(falls_short(each, least, least)) << static_cast<int>(each);
    EXPECT_FALSE(falls_short(each, most, most)) << static_cast<int>(each);
  }
}

// ---- topics and types ----

TEST(Match, AnotherTopicIsAnotherTopicWhateverElseIsWrong) {
  EndpointFacts other = image(kept);
  other.topic = "/camera/depth";
  other.type_hash = 0;
  const Verdict verdict = compare(image(), other);
  EXPECT_EQ(verdict.refusal, Refusal::other_topic);
  EXPECT_EQ(verdict.text, "publisher 7 is on topic '/camera/image', not on '/camera/depth'");
}

TEST(Match, TwoTypesOnOneTopicAreNamedBoth) {
  EndpointFacts other = image(reliable);
  other.type_name = "sensor_msgs/PointCloud2";
  const Verdict verdict = compare(image(), other);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_type);
  EXPECT_EQ(verdict.policy, "") << "policies are looked at only where the types agree";
  EXPECT_EQ(verdict.text,
            "topic '/camera/image': published as 'sensor_msgs/Image' (0000000000001111), "
            "subscribed as 'sensor_msgs/PointCloud2' (0000000000001111); use one type, or another "
            "topic");
}

TEST(Match, OneNameWithTwoMeaningsIsAnIncompatibleType) {
  EndpointFacts other = image();
  other.type_hash = 0x3333;
  EXPECT_EQ(compare(image(), other).refusal, Refusal::incompatible_type);
}

// Equal 64-bit hashes are not enough: the whole hash decides whether two types are the same.
TEST(Match, GeneratedTypesAreComparedByTheirWholeHash) {
  const EndpointFacts one = generated_image("RIHS01_11");
  const EndpointFacts other = generated_image("RIHS01_12");
  const Verdict verdict = compare(one, other);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, AllOf(HasSubstr("RIHS01_11"), HasSubstr("RIHS01_12")));
  EXPECT_EQ(compare(one, one).refusal, Refusal::none);
}

TEST(Match, AGeneratedTypeIsNeverAPlainOne) {
  for (const char* hash_text : {"RIHS01_11", ""}) {
    EXPECT_EQ(compare(generated_image(hash_text), image()).refusal, Refusal::incompatible_type);
    EXPECT_EQ(compare(image(), generated_image(hash_text)).refusal, Refusal::incompatible_type);
  }
}

TEST(Match, ATypeWhoseHashIsNotToldIsTakenAtItsName) {
  const EndpointFacts untold = generated_image("");
  const EndpointFacts told = generated_image("RIHS01_11");
  EXPECT_EQ(compare(untold, told).refusal, Refusal::none);
  EXPECT_EQ(compare(told, untold).refusal, Refusal::none);
  EXPECT_EQ(compare(untold, untold).refusal, Refusal::none);
  EndpointFacts renamed = untold;
  renamed.type_name = "sensor_msgs/PointCloud2";
  const Verdict verdict = compare(told, renamed);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_type);
  EXPECT_THAT(verdict.text, HasSubstr("'sensor_msgs/PointCloud2' (hash unknown)"));
}

// ---- layouts ----

TEST(Match, APlainTypeLaidOutTwoWaysIsRefusedWithTheCure) {
  EndpointFacts other = image(reliable);
  other.layout_hash = 0x3333;
  for (const Encoding encoding : {Encoding::possible, Encoding::impossible}) {
    const Verdict verdict = compare(image(), other, encoding);
    EXPECT_EQ(verdict.refusal, Refusal::incompatible_layout);
    EXPECT_EQ(verdict.text,
              "topic '/camera/image': both sides call the type 'sensor_msgs/Image' but lay it out "
              "differently (0000000000002222, 0000000000003333); build both with the same "
              "definition and compiler flags");
  }
}

TEST(Match, AGeneratedTypeLaidOutTwoWaysMatchesWhereItCanBeEncoded) {
  const EndpointFacts one = generated_image("RIHS01_11");
  EndpointFacts other = one;
  other.layout_hash = 0x3333;
  EXPECT_EQ(compare(one, other).refusal, Refusal::none);
  const Verdict verdict = compare(one, other, Encoding::impossible);
  EXPECT_EQ(verdict.refusal, Refusal::incompatible_layout);
  EXPECT_THAT(verdict.text, HasSubstr("nothing here encodes messages"));
}

// ---- by pointer ----

TEST(Match, EqualTypesOfOneProcessMeetByPointerWhateverTheirPolicies) {
  EXPECT_TRUE(meets_by_pointer(true, image(best_effort), image(reliable)));
  EXPECT_FALSE(meets_by_pointer(false, image(), image()));
  EndpointFacts other = image();
  other.topic = "/camera/depth";
  EXPECT_FALSE(meets_by_pointer(true, image(), other));
  other = image();
  other.type_name = "sensor_msgs/PointCloud2";
  EXPECT_FALSE(meets_by_pointer(true, image(), other));
  other = image();
  other.type_hash = 0x3333;
  EXPECT_FALSE(meets_by_pointer(true, image(), other));
  other = image();
  other.layout_hash = 0x3333;
  EXPECT_FALSE(meets_by_pointer(true, image(), other));
}

}  // namespace
}  // namespace baton::match
