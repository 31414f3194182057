// SPDX-License-Identifier: Apache-2.0
// The message that tells which nodes are where, between participants of Baton and of ROS 2.
#include <gtest/gtest.h>

#include <algorithm>

#include "dds/dds_transport.hpp"
#include "dds/node_list.hpp"
#include "kept_descriptors.hpp"
#include "peers/raw_peer.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {


/// A participant of ROS 2 with one node, of either age.
class RosNode {
 public:
  explicit RosNode(unsigned domain_id) : peer_(domain_id) {
    dds::WireEndpoint list = RawPeer::endpoint(dds::node_list_topic, dds::node_list_type);
    list.qos.transient_local = true;
    list.qos.depth = 1;
    writer_ = std::make_unique<RawWriter>(peer_.wire(), list);
    list.qos.keep_all = true;
    reader_ = std::make_unique<RawReader>(peer_.wire(), list);
  }
  void say(const std::string& node, std::size_t bytes_of_gid) {
    writer_->write(dds::encode_node_list({peer_.guid(), {{node, {}, {}}}, bytes_of_gid}));
  }
  void say(const Bytes& bytes) { writer_->write(bytes); }
  /// What it has heard last of a participant that has such a node.
  std::size_t bytes_of_gid_of(const std::string& node) const {
    std::size_t bytes = 0;
    for (const RawSample& each : reader_->samples()) {
      const auto list = dds::decode_node_list(each.bytes);
      if (!list) continue;
      for (const auto& entry : list->nodes) {
        if (entry.name == node) bytes = list->bytes_of_gid;
      }
    }
    return bytes;
  }

 private:
  RawPeer peer_;
  std::unique_ptr<RawWriter> writer_;
  std::unique_ptr<RawReader> reader_;
};

class RosDiscovery : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    transport = open("baton");
    ASSERT_TRUE(transport->add_node("/ours"));
  }
  void TearDown() override {
    transport.reset();
    IsolatedTest::TearDown();
  }
  std::unique_ptr<transport::Transport> open(const std::string& name) const {
    dds::DdsOptions options;
    options.name = name;
    options.domain_id = domain_id();
    auto opened = dds::open_dds_transport(options);
    EXPECT_TRUE(opened) << opened.error().text;
    return std::move(*opened);
  }
  bool knows(const std::string& node) const {
    return wait_until([&] {
      const auto nodes = transport->nodes();
      return nodes && std::find(nodes->begin(), nodes->end(), node) != nodes->end();
    });
  }

  std::unique_ptr<transport::Transport> transport;
};

TEST_F(RosDiscovery, WithHumbleAloneTheListIsHumbles) {
  RosNode humble(domain_id());
  EXPECT_TRUE(wait_until([&] { return humble.bytes_of_gid_of("/ours") == dds::gid_bytes; }));
  humble.say("/humble", dds::humble_gid_bytes);
  EXPECT_TRUE(knows("/humble"));
  EXPECT_TRUE(wait_until([&] { return humble.bytes_of_gid_of("/ours") == dds::humble_gid_bytes; }));
  // Another of Baton reads it, and is no reason to write the new form.
  const auto other = open("other");
  EXPECT_TRUE(wait_until([&] {
    const auto nodes = other->nodes();
    return nodes && std::find(nodes->begin(), nodes->end(), "/ours") != nodes->end();
  }));
  ASSERT_TRUE(other->add_node("/others"));
  EXPECT_TRUE(knows("/others"));
  EXPECT_EQ(humble.bytes_of_gid_of("/ours"), dds::humble_gid_bytes);
}

TEST_F(RosDiscovery, WithHumbleAndANewerOneTheListIsTheNewOnes) {
  RosNode humble(domain_id());
  humble.say("/humble", dds::humble_gid_bytes);
  EXPECT_TRUE(wait_until([&] { return humble.bytes_of_gid_of("/ours") == dds::humble_gid_bytes; }));
  {
    RosNode jazzy(domain_id());
    jazzy.say("/jazzy", dds::gid_bytes);
    EXPECT_TRUE(knows("/jazzy"));
    EXPECT_TRUE(wait_until([&] { return humble.bytes_of_gid_of("/ours") == dds::gid_bytes; }));
  }
  EXPECT_TRUE(wait_until([&] { return humble.bytes_of_gid_of("/ours") == dds::humble_gid_bytes; }));
}

TEST_F(RosDiscovery, AListThatIsNoneIsPassedOver) {
  RosNode node(domain_id());
  const Bytes list = dds::encode_node_list({{1, 2, 3}, {{"/x", {}, {}}}, dds::gid_bytes});
  for (std::size_t size = 4; size + 4 < list.size(); ++size) {
    node.say(Bytes(list.begin(), list.begin() + static_cast<int>(size)));
  }
  Bytes endless = list;
  endless[20] = endless[21] = endless[22] = endless[23] = std::byte{0xff};
  node.say(endless);
  node.say("/after", dds::gid_bytes);
  EXPECT_TRUE(knows("/after"));
}

}  // namespace
}  // namespace baton::testing
