// SPDX-License-Identifier: Apache-2.0
// baton-component, as it is typed.
#include <signal.h>

#include <nlohmann/json.hpp>

#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CommandLine : public ComponentTest {
 protected:
  struct Result {
    int status = -1;
    std::string output;
    std::string errors;
  };
  Result run(const std::vector<std::string>& arguments) {
    ChildProcess child(container_options("baton-component", arguments));
    Result result;
    while (const auto line = child.read_line()) result.output += *line + "\n";
    if (const auto end = child.wait()) result.status = end->status;
    result.errors = child.errors();
    return result;
  }
  nlohmann::json json_of(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return nlohmann::json::parse(result.output);
  }
};

TEST_F(CommandLine, LoadsListsAndUnloads) {
  start();
  Result result =
      run({"load", "/ComponentManager", "plain", "test_components::Talker", "-n", "speaker",
           "--node-namespace", "/hall", "-r", "chatter:=words", "-p", "period_us:=2000", "-e",
           "use_intra_process_comms:=True", "-e", "enable_rosout:=false", "--log-level", "WARN"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.output,
            "Loaded component 1 into '/ComponentManager' container node as '/hall/speaker'\n");
  EXPECT_EQ(integer_of("/hall/speaker", "period_us"), 2000);
  EXPECT_TRUE(spin_until([&] { return node_->count_publishers("/hall/words") == 1; }));

  result = run({"list", "ComponentManager"});
  EXPECT_EQ(result.output, "/ComponentManager\n  1  /hall/speaker\n");
  result = run({"unload", "/ComponentManager", "1", "7"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "Unloaded component 1 from '/ComponentManager' container node\n");
  EXPECT_THAT(result.errors, HasSubstr("Failed to unload component 7 from '/ComponentManager' "
                                       "container node: No node found with unique_id: 7"));
  EXPECT_EQ(run({"list"}).output, "/ComponentManager\n");
}

TEST_F(CommandLine, NamesTheClassesThatThereAre) {
  EXPECT_EQ(run({"types", "wicked"}).output,
            "wicked\n  test_components::Throws\n  test_components::StaysInConstructor\n"
            "  test_components::NoNode\n  test_components::Wicked\n");
  EXPECT_THAT(run({"types"}).output,
              AllOf(HasSubstr("plain\n  test_components::Plain\n"), HasSubstr("wicked\n")));
  const Result wrong = run({"types", "wickde"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.errors, HasSubstr("did you mean wicked?"));
}

TEST_F(CommandLine, PrintsJson) {
  EXPECT_EQ(json_of({"list"}), nlohmann::json::array());
  start();
  const auto loaded = json_of({"load", "/ComponentManager", "plain", "test_components::Plain"});
  EXPECT_EQ(loaded,
            nlohmann::json({{"id", 1}, {"name", "/plain"}, {"container", "/ComponentManager"}}));
  const auto listed = json_of({"list"});
  EXPECT_EQ(listed[0]["components"][0]["name"], "/plain");
  EXPECT_EQ(json_of({"unload", "/ComponentManager", "1"})["unloaded"], nlohmann::json({1}));
  EXPECT_EQ(json_of({"types", "wicked"})["wicked"].size(), 4u);
}

TEST_F(CommandLine, SaysWhatIsWrong) {
  Result result = run({"list", "/Nobody", "--timeout", "0.1"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("Unable to find container node '/Nobody'"),
                                   HasSubstr("start one with component_container")));
  start();
  result = run({"list", "/ComponentManger", "--timeout", "0.1"});
  EXPECT_THAT(result.errors, AllOf(HasSubstr("did you mean /ComponentManager?"),
                                   HasSubstr("Containers here: /ComponentManager")));
  result = run({"load", "/ComponentManager", "wicked", "test_components::Throws"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("Failed to load component: Component constructor threw an "
                                       "exception: test_components::Throws: there is no camera"));
  const std::vector<std::string> load{"load", "/ComponentManager", "plain",
                                      "test_components::Plain"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), load.begin(), load.end());
    return run(more).errors;
  };
  EXPECT_THAT(with({"-p", "period"}), HasSubstr("-p period: write name:=value"));
  EXPECT_THAT(with({"--log-level", "loud"}), HasSubstr("there are debug, info, warn"));
  EXPECT_THAT(with({"-e", "use_ipc:=true"}), HasSubstr("'use_ipc' is not known"));
}

TEST_F(CommandLine, DoesNotWaitForEver) {
  const std::string fifo = make_fifo();
  start();
  const Result result =
      run({"load", "/ComponentManager", "wicked", "test_components::StaysInConstructor", "-p",
           "fifo:=" + fifo, "--timeout", "0.5"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("did not answer load_node within 0.5s"));
  open_fifo(fifo);
}

TEST_F(CommandLine, NoticesAContainerThatDiesMeanwhile) {
  const std::string fifo = make_fifo();
  ChildProcess& container = start();
  ChildProcess child(container_options(
      "baton-component", {"load", "/ComponentManager", "wicked",
                          "test_components::StaysInConstructor", "-p", "fifo:=" + fifo}));
  EXPECT_TRUE(wait_until([&] { return waits_for_fifo(container); }));
  container.kill(SIGKILL);
  ASSERT_TRUE(container.wait().has_value());
  const auto end = child.wait();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->status, 1);
  EXPECT_THAT(child.errors(), HasSubstr("container '/ComponentManager' ended before it answered"));
}

TEST_F(CommandLine, Teaches) {
  const Result result = run({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, AllOf(HasSubstr("Examples:"), HasSubstr("unload")));
  EXPECT_THAT(run({"load", "--help"}).output, HasSubstr("use_intra_process_comms:=true"));
  EXPECT_NE(run({}).status, 0);
}

}  // namespace
}  // namespace baton::components
