// SPDX-License-Identifier: Apache-2.0
// What a subscription over shared memory tells the wait set to fetch ahead.
#include <cstdlib>

#include "transport/shared_memory/shm_transport.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

class SharedMemoryColdPath : public testing::IsolatedTest {
 protected:
  std::unique_ptr<transport::Transport> open(const std::string& participant) {
    transport::ParticipantOptions options;
    options.name = participant;
    options.directory =
        std::string(std::getenv("BATON_REGISTRY_DIR")) + "/d" + std::getenv("ROS_DOMAIN_ID");
    auto opened = transport::open_shm_transport(options);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
    return opened ? std::move(*opened) : nullptr;
  }
};

TEST_F(SharedMemoryColdPath, HasTheReaderThatHadAMessageLast) {
  auto here = open("here");
  auto there = open("there");
  const auto often = open_publisher(*here);
  const auto seldom = open_publisher(*here, publisher_spec(10, "/seldom"));
  const auto reader = open_subscription(*there);
  const auto other = open_subscription(*there, subscription_spec(10, "/seldom"));
  const auto wait_set = *there->open_wait_set();
  reader->attach(wait_set);
  other->attach(wait_set);
  ASSERT_TRUE(matched(often) && matched(seldom) && matched(reader) && matched(other));
  const base::ColdPath& path = wait_set->cold_path();
  const void* of_often = nullptr;  // the reader of its publisher
  const void* of_seldom = nullptr;
  for (std::uint64_t round = 1; round <= 3; ++round) {
    ASSERT_TRUE(publish(often, round));
    ASSERT_EQ(take_value(reader), round);
    if (round == 1) of_often = path.first();
    EXPECT_EQ(path.first(), of_often) << "round " << round;
    ASSERT_TRUE(publish(seldom, round));
    ASSERT_EQ(take_value(other), round);
    if (round == 1) of_seldom = path.first();
    EXPECT_EQ(path.first(), of_seldom) << "round " << round;
  }
  EXPECT_NE(of_often, of_seldom);
  reader->attach(nullptr);
  other->attach(nullptr);
}

}  // namespace
}  // namespace baton::conformance
