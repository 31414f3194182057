// SPDX-License-Identifier: Apache-2.0
#include "shm/participant_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "shm/layout.hpp"

namespace baton::shm {
namespace {

using ::testing::IsEmpty;

match::EndpointFacts endpoint(std::uint64_t id, const std::string& topic) {
  match::EndpointFacts made{id, topic, "sensor_msgs/Image", 5, 6, {.reliable = true, .depth = 10}};
  made.node = "/robot/camera";
  made.kind = EndpointKind::service_request;
  made.policies.deadline_ns = 5;
  made.policies.manual_by_topic = true;
  return made;
}

ParticipantInfo participant() {
  ParticipantInfo info;
  info.id = "00000000000000aa";
  info.version = layout_version;
  info.pid = 4711;
  info.name = "with \"quotes\"\nand a line";
  info.nodes = {"/robot/camera", "/robot/camera"};
  return info;
}

void expect_reads(ParticipantReader& reader, const ParticipantInfo& info) {
  const base::Status done = reader.read(participant_text(info));
  ASSERT_TRUE(done) << done.error().text;
  EXPECT_EQ(reader.info().name, info.name);
  EXPECT_EQ(reader.info().nodes, info.nodes);
  EXPECT_EQ(reader.info().publishers, info.publishers);
  EXPECT_EQ(reader.info().subscriptions, info.subscriptions);
}

TEST(ParticipantText, EachVersionIsReadAsIfItWereTheFirst) {
  ParticipantReader reader("00000000000000aa", 1000);
  std::mt19937 random(1);
  ParticipantInfo info = participant();
  for (int version = 0; version < 300; ++version) {
    std::vector<match::EndpointFacts>& some =
        random() % 2 == 0 ? info.publishers : info.subscriptions;
    if (const auto choice = random() % 4; choice == 0 && !some.empty()) {
      some.erase(some.begin() + static_cast<std::ptrdiff_t>(random() % some.size()));
    } else if (choice == 1 && !some.empty()) {
      some[random() % some.size()].topic += "_renamed";
    } else if (choice == 2) {
      info.nodes.push_back(fmt::format("/node_{}", version));
    } else {
      some.push_back(endpoint(random() % 10, fmt::format("/topic_{}", random() % 10)));
    }
    expect_reads(reader, info);
  }
}

TEST(ParticipantText, AnEndpointOnBothSidesOrTwiceIsNotTakenForOne) {
  ParticipantReader reader;
  ParticipantInfo info = participant();
  const match::EndpointFacts same = endpoint(1, "/camera");
  for (int time = 0; time < 2; ++time) {
    info.publishers = {same, same};
    info.subscriptions = {same};
    expect_reads(reader, info);
    info.publishers = {};
    info.subscriptions = {same, same};
    expect_reads(reader, info);
  }
}

TEST(ParticipantText, LinesThatWereMadeBeforeAreReadLikeAllOthers) {
  const match::EndpointFacts one = endpoint(1, "/camera");
  const std::string published = publisher_line(one);
  const std::string subscribed = subscription_line(one);
  ParticipantReader reader;
  ASSERT_TRUE(reader.read(participant_text(participant(), {&published, &subscribed, &subscribed})));
  EXPECT_EQ(reader.info().publishers, std::vector<match::EndpointFacts>{one});
  EXPECT_EQ(reader.info().subscriptions, (std::vector<match::EndpointFacts>{one, one}));
}

TEST(ParticipantText, TheIdOfAParticipantIsNotTheTextsToSay) {
  ParticipantReader reader("00000000000000bb", 1000);
  ASSERT_TRUE(reader.read(participant_text(participant())));
  EXPECT_EQ(reader.info().id, "00000000000000bb");
  EXPECT_EQ(reader.info().uid, 1000u);
}

TEST(ParticipantText, AnErrorLeavesWhatWasReadBefore) {
  ParticipantReader reader;
  ParticipantInfo info = participant();
  info.publishers = {endpoint(1, "/camera")};
  expect_reads(reader, info);
  EXPECT_FALSE(reader.read(participant_text(info) + "{\"publisher\":{\"id\":-1}}\n"));
  EXPECT_EQ(reader.info().publishers, info.publishers);
  expect_reads(reader, info);
}

TEST(ParticipantText, AnotherVersionThatComesLaterLeavesNoEndpoints) {
  ParticipantReader reader;
  ParticipantInfo info = participant();
  info.publishers = {endpoint(1, "/camera")};
  expect_reads(reader, info);
  info.version = layout_version + 1;
  ASSERT_TRUE(reader.read(participant_text(info)));
  EXPECT_EQ(reader.info().version, layout_version + 1);
  EXPECT_THAT(reader.info().publishers, IsEmpty());
}

}  // namespace
}  // namespace baton::shm
