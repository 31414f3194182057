// SPDX-License-Identifier: Apache-2.0
#include "dds/directory.hpp"

#include <gtest/gtest.h>

#include <string>

namespace baton::dds {
namespace {

Guid guid(std::size_t participant, std::size_t entity) {
  Guid made{};
  made[11] = static_cast<std::uint8_t>(participant);
  for (std::size_t i = 0; i < 3; ++i) made[12 + i] = static_cast<std::uint8_t>(entity >> 8 * i);
  made[15] = 0x03;
  return made;
}

SeenEndpoint endpoint(std::size_t participant, std::size_t entity) {
  SeenEndpoint seen;
  seen.guid = guid(participant, entity);
  seen.is_writer = true;
  seen.endpoint.topic = "rt/crowd_" + std::to_string(entity);
  seen.endpoint.type = "a::msg::dds_::B_";
  return seen;
}

class DdsDirectory : public ::testing::Test {
 protected:
  std::shared_ptr<base::EventLoop> loop = std::make_shared<base::EventLoop>();
  std::shared_ptr<Directory> directory =
      std::make_shared<Directory>(loop, [](EventKind, const std::string&) {});
};

TEST_F(DdsDirectory, RemembersNoMoreThanAHundredThousandEndpoints) {
  constexpr std::size_t most = 100'000;
  directory->on_participant({guid(1, 0), "crowd", ""});
  for (std::size_t i = 0; i < most + 1000; ++i) directory->on_endpoint(endpoint(1, i));
  EXPECT_EQ(directory->endpoints().size(), most);
  directory->on_participant_gone(guid(1, 0));
  EXPECT_TRUE(directory->endpoints().empty());
  directory->on_endpoint(endpoint(2, 1));
  EXPECT_EQ(directory->endpoints().size(), 1u);
}

TEST_F(DdsDirectory, AListOfNodesThatIsTooLongIsPassedOver) {
  directory->on_participant({guid(1, 0), "crowd", ""});
  NodeList list{guid(1, 0), {{"/one", {}, {}}}, gid_bytes};
  directory->set_nodes(list, guid(1, 1));
  EXPECT_EQ(directory->nodes(), std::vector<std::string>{"/one"});
  list.nodes.resize(20'000);
  directory->set_nodes(list, guid(1, 1));
  EXPECT_EQ(directory->nodes(), std::vector<std::string>{"/one"});
  // A list of a participant that is not known.
  directory->set_nodes({guid(2, 0), {{"/two", {}, {}}}, gid_bytes}, guid(2, 1));
  EXPECT_EQ(directory->nodes(), std::vector<std::string>{"/one"});
}

}  // namespace
}  // namespace baton::dds
