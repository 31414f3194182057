// SPDX-License-Identifier: Apache-2.0
// The message that tells which nodes are where, between participants of Baton and of ROS 2.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "dds/dds_transport.hpp"
#include "dds/node_list.hpp"
#include "dds/peer.hpp"
#include "kept_descriptors.hpp"
#include "peers/raw_peer.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

constexpr const char* humble_says = "";
const std::string newer_says = std::string("typehash=") + dds::newer_list_type_hash + ";";

/// A participant of ROS 2, of either age.
class RosNode {
 public:
  RosNode(unsigned domain_id, const std::string& reader_says) : peer_(domain_id) {
    dds::WireEndpoint list = RawPeer::endpoint(dds::node_list_topic, dds::node_list_type);
    list.policies.transient_local = true;
    list.policies.depth = 1;
    list.user_data = reader_says;
    writer_ = std::make_unique<RawWriter>(peer_.wire(), list);
    list.policies.keep_all = true;
    reader_ = std::make_unique<RawReader>(peer_.wire(), list);
  }
  dds::Prefix prefix() const { return dds::prefix_of(peer_.guid()); }
  void say(const std::string& node, std::size_t bytes_of_gid) {
    writer_->write(dds::encode_node_list({peer_.guid(), {{node, {}, {}}}, bytes_of_gid}));
  }
  void say(const Bytes& bytes) { writer_->write(bytes); }
  std::vector<RawSample> heard() const { return reader_->samples(); }

 private:
  RawPeer peer_;
  std::unique_ptr<RawWriter> writer_;
  std::unique_ptr<RawReader> reader_;
};

class RosDiscovery : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    begin();
  }
  void TearDown() override {
    transport.reset();
    IsolatedTest::TearDown();
  }
  void begin() {
    transport = open("baton");
    ASSERT_TRUE(transport->add_node("/ours"));
  }
  std::unique_ptr<transport::Transport> open(const std::string& name) const {
    dds::DdsOptions options;
    options.name = name;
    options.domain_id = domain_id();
    auto opened = dds::open_dds_transport(options);
    EXPECT_TRUE(opened) << opened.error().text;
    return std::move(*opened);
  }
  static bool knows(transport::Transport& transport, const std::string& node) {
    return wait_until([&] {
      const auto nodes = transport.nodes();
      return nodes && std::find(nodes->begin(), nodes->end(), node) != nodes->end();
    });
  }
  bool knows(const std::string& node) const { return knows(*transport, node); }

  std::unique_ptr<RosNode> ros_node(const std::string& reader_says) {
    auto made = std::make_unique<RosNode>(domain_id(), reader_says);
    ros_.insert(made->prefix());
    return made;
  }
  /// Of participants of Baton.
  std::vector<dds::NodeList> lists_heard_by(const RosNode& node) const {
    std::vector<dds::NodeList> lists;
    for (const RawSample& each : node.heard()) {
      if (ros_.contains(dds::prefix_of(each.facts.writer))) continue;
      const auto list = dds::decode_node_list(each.bytes);
      EXPECT_TRUE(list);
      if (list) lists.push_back(*list);
    }
    return lists;
  }
  bool hears_of(const RosNode& node, const std::string& name) const {
    return wait_until([&] {
      for (const dds::NodeList& list : lists_heard_by(node)) {
        for (const auto& entry : list.nodes) {
          if (entry.name == name) return true;
        }
      }
      return false;
    });
  }
  /// Of all that it has heard, from the first byte on.
  bool heard_only(const RosNode& node, std::size_t bytes_of_gid) const {
    const auto lists = lists_heard_by(node);
    return std::all_of(lists.begin(), lists.end(),
                       [&](const auto& list) { return list.bytes_of_gid == bytes_of_gid; });
  }

  std::unique_ptr<transport::Transport> transport;

 private:
  std::set<dds::Prefix> ros_;
};

TEST_F(RosDiscovery, HumbleNeverHearsAnotherForm) {
  const auto humble = ros_node(humble_says);
  humble->say("/humble", dds::humble_gid_bytes);
  EXPECT_TRUE(hears_of(*humble, "/ours"));
  // Another of Baton reads it, and is no reason to write the new form.
  const auto other = open("other");
  EXPECT_TRUE(knows(*other, "/ours"));
  ASSERT_TRUE(other->add_node("/others"));
  EXPECT_TRUE(knows("/others"));
  EXPECT_TRUE(hears_of(*humble, "/others"));
  EXPECT_TRUE(heard_only(*humble, dds::humble_gid_bytes));
}

TEST_F(RosDiscovery, ANewerOneNeverHearsAnotherForm) {
  const auto jazzy = ros_node(newer_says);
  EXPECT_TRUE(hears_of(*jazzy, "/ours"));
  ASSERT_TRUE(transport->add_node("/ours_too"));
  EXPECT_TRUE(hears_of(*jazzy, "/ours_too"));
  EXPECT_TRUE(heard_only(*jazzy, dds::gid_bytes));
}

TEST_F(RosDiscovery, AParticipantOfAnUnknownFormHearsNothingUntilItWrites) {
  const auto silent = ros_node(humble_says);
  const auto strange =
      ros_node("typehash=RIHS01_0000000000000000000000000000000000000000000000000000000000000000;");
  strange->say("/strange", dds::gid_bytes);
  const auto jazzy = ros_node(newer_says);
  EXPECT_TRUE(knows("/strange"));
  EXPECT_TRUE(hears_of(*jazzy, "/ours"));
  ASSERT_TRUE(transport->add_node("/ours_too"));
  EXPECT_TRUE(hears_of(*jazzy, "/ours_too"));
  EXPECT_TRUE(lists_heard_by(*silent).empty());
  EXPECT_TRUE(lists_heard_by(*strange).empty());
  // It announces no hash, and reads the newer form all the same.
  silent->say("/agent", dds::gid_bytes);
  EXPECT_TRUE(hears_of(*silent, "/ours_too"));
  EXPECT_TRUE(heard_only(*silent, dds::gid_bytes));
  EXPECT_TRUE(lists_heard_by(*strange).empty());
}

/// Whether Humble's node comes before the newer one, and both before Baton.
class RosDiscoveryMixed : public RosDiscovery,
                          public ::testing::WithParamInterface<std::pair<bool, bool>> {};

TEST_P(RosDiscoveryMixed, EachHearsItsOwnForm) {
  const auto [humble_first, before_us] = GetParam();
  if (before_us) transport.reset();
  std::unique_ptr<RosNode> humble;
  std::unique_ptr<RosNode> jazzy;
  const auto humble_comes = [&] {
    humble = ros_node(humble_says);
    humble->say("/humble", dds::humble_gid_bytes);
  };
  const auto jazzy_comes = [&] {
    jazzy = ros_node(newer_says);
    jazzy->say("/jazzy", dds::gid_bytes);
  };
  if (humble_first) humble_comes();
  jazzy_comes();
  if (!before_us) {
    EXPECT_TRUE(hears_of(*jazzy, "/ours"));
  }
  if (!humble_first) humble_comes();
  if (before_us) begin();

  for (const RosNode* const each : {humble.get(), jazzy.get()})
    EXPECT_TRUE(hears_of(*each, "/ours"));
  ASSERT_TRUE(transport->add_node("/second"));
  for (const RosNode* const each : {humble.get(), jazzy.get()})
    EXPECT_TRUE(hears_of(*each, "/second"));
  EXPECT_TRUE(knows("/humble"));
  EXPECT_TRUE(knows("/jazzy"));
  // Those that come and go beside them change nothing.
  const auto other = open("other");
  EXPECT_TRUE(knows(*other, "/second"));
  const auto late_humble = ros_node(humble_says);
  late_humble->say("/late_humble", dds::humble_gid_bytes);
  jazzy.reset();
  jazzy_comes();
  ASSERT_TRUE(transport->add_node("/third"));
  ASSERT_TRUE(other->add_node("/others"));
  for (const RosNode* const each : {humble.get(), jazzy.get(), late_humble.get()}) {
    EXPECT_TRUE(hears_of(*each, "/third"));
    EXPECT_TRUE(hears_of(*each, "/others"));
  }
  EXPECT_TRUE(knows("/others"));
  EXPECT_TRUE(heard_only(*humble, dds::humble_gid_bytes));
  EXPECT_TRUE(heard_only(*late_humble, dds::humble_gid_bytes));
  EXPECT_TRUE(heard_only(*jazzy, dds::gid_bytes));
}

INSTANTIATE_TEST_SUITE_P(, RosDiscoveryMixed,
                         ::testing::Values(std::pair(true, false), std::pair(false, false),
                                           std::pair(true, true), std::pair(false, true)));

TEST_F(RosDiscovery, AListThatIsNoneIsPassedOver) {
  const auto node = ros_node(newer_says);
  const Bytes list = dds::encode_node_list({{1, 2, 3}, {{"/x", {}, {}}}, dds::gid_bytes});
  for (std::size_t size = 4; size + 4 < list.size(); ++size) {
    node->say(Bytes(list.begin(), list.begin() + static_cast<int>(size)));
  }
  Bytes endless = list;
  endless[20] = endless[21] = endless[22] = endless[23] = std::byte{0xff};
  node->say(endless);
  node->say("/after", dds::gid_bytes);
  EXPECT_TRUE(knows("/after"));
}

}  // namespace
}  // namespace baton::testing
