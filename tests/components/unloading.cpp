// SPDX-License-Identifier: Apache-2.0
// Components that do not come to an end, and how they are got rid of all the same.
#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Unloading : public ComponentTest, public ::testing::WithParamInterface<const char*> {
 protected:
  LoadNode::Request staying(const std::string& plugin, const std::string& fifo) {
    auto asked = request(plugin, "wicked");
    asked.parameters.push_back(Parameter("fifo", fifo).to_parameter_msg());
    return asked;
  }
  bool talks() {
    std::uint64_t heard = 0;
    const auto subscription = node_->create_subscription<std_msgs::msg::UInt64>(
        "chatter", 10, [&](const std_msgs::msg::UInt64&) { ++heard; });
    return spin_until([&] { return heard > 10; });
  }
};

TEST_P(Unloading, AConstructorThatDoesNotReturnBlocksFurtherLoadingOnly) {
  const std::string fifo = make_fifo();
  start(GetParam());
  const auto talker = load("Talker");
  ASSERT_TRUE(talker.success);
  const auto plain = load("Plain");
  const auto stuck =
      send<LoadNode>("/ComponentManager/_container/load_node", staying("StaysInConstructor", fifo));
  const auto behind =
      send<LoadNode>("/ComponentManager/_container/load_node", request("OnlyInterface"));
  EXPECT_TRUE(talks());
  EXPECT_THAT(list().full_node_names, ElementsAre("/talker", "/plain"));
  EXPECT_TRUE(unload(plain.unique_id).success);
  EXPECT_TRUE(talks());
  EXPECT_NE(stuck.wait_for(std::chrono::seconds(0)), std::future_status::ready);

  open_fifo(fifo);
  ASSERT_TRUE(comes(stuck));
  EXPECT_TRUE(stuck.get()->success);
  ASSERT_TRUE(comes(behind));
  EXPECT_TRUE(behind.get()->success);
}

TEST_P(Unloading, WaitsForTheCallbackThatRuns) {
  const std::string fifo = make_fifo();
  ChildProcess& container = start(GetParam());
  const auto made = load(staying("Wicked", fifo));
  ASSERT_TRUE(made.success) << made.error_message.c_str();
  const auto stays = send<Trigger>("/wicked/stay", Trigger::Request());
  EXPECT_TRUE(spin_until([&] { return waits_for_fifo(container); }));
  UnloadNode::Request asked;
  asked.unique_id = made.unique_id;
  const auto unloaded = send<UnloadNode>("/ComponentManager/_container/unload_node", asked);
  EXPECT_FALSE(comes(unloaded, std::chrono::milliseconds(100)));
  open_fifo(fifo);
  ASSERT_TRUE(comes(unloaded));
  EXPECT_TRUE(unloaded.get()->success);
  EXPECT_TRUE(says(container, "[wicked]: destroyed"));
  const std::string said = container.errors();
  EXPECT_LT(said.find("stayed, and still see " + fifo), said.find("[wicked]: destroyed"));
}

TEST_P(Unloading, DoesNotWaitForEverAndDestroysWhenTheCallbackEnds) {
  const std::string fifo = make_fifo();
  ChildProcess& container = start(GetParam());
  const auto made = load(staying("Wicked", fifo));
  const auto stays = send<Trigger>("/wicked/stay", Trigger::Request());
  EXPECT_TRUE(spin_until([&] { return waits_for_fifo(container); }));
  const auto answer = unload(made.unique_id);
  EXPECT_TRUE(answer.success);
  EXPECT_THAT(std::string(answer.error_message), HasSubstr("still runs"));
  EXPECT_THAT(list().unique_ids, IsEmpty());
  EXPECT_EQ(container.errors().find("[wicked]: destroyed"), std::string::npos);
  EXPECT_TRUE(load("Plain").success);

  open_fifo(fifo);
  EXPECT_TRUE(says(container, "[wicked]: destroyed"));
  const std::string said = container.errors();
  EXPECT_LT(said.find("stayed, and still see " + fifo), said.find("[wicked]: destroyed"));
}

INSTANTIATE_TEST_SUITE_P(WithSeveralThreads, Unloading,
                         ::testing::Values("component_container_mt",
                                           "component_container_isolated"),
                         [](const auto& kind) { return std::string(kind.param); });

class UnloadingItself : public ComponentTest {
 protected:
  void leaves(const std::string& how, const std::string& program,
              const std::vector<std::string>& arguments) {
    ChildProcess& container = start(program, arguments);
    ASSERT_TRUE(load("Wicked", "wicked").success);
    const auto leaving = send<Trigger>("/wicked/" + how, Trigger::Request());
    EXPECT_TRUE(says(container, "[wicked]: destroyed"));
    EXPECT_THAT(list().unique_ids, IsEmpty());
    EXPECT_TRUE(load("Plain").success);
  }
};

TEST_F(UnloadingItself, InOneThread) { leaves("leave", "component_container", {}); }

TEST_F(UnloadingItself, InAPoolOfThreads) {
  leaves("leave", "component_container_mt", {"--ros-args", "-p", "thread_num:=4"});
}

TEST_F(UnloadingItself, InAThreadOfItsOwn) { leaves("leave", "component_container_isolated", {}); }

TEST_F(UnloadingItself, AndWaitingForTheAnswerInThatCallback) {
  leaves("leave_and_wait", "component_container_mt", {"--ros-args", "-p", "thread_num:=4"});
}

}  // namespace
}  // namespace baton::components
