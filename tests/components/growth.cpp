// SPDX-License-Identifier: Apache-2.0
// A thousand components, one after the other.
#include <filesystem>
#include <fstream>

#include "component_test.hpp"
#include "testing/process_facts.hpp"

namespace baton::components {
namespace {

struct Size {
  std::size_t private_kb = 0;
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::size_t files = 0;
};

std::size_t entries(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                std::filesystem::directory_iterator()));
}

Size size_of(pid_t pid, const std::string& registry) {
  const std::string process = "/proc/" + std::to_string(pid);
  Size size;
  std::ifstream rollup(process + "/smaps_rollup");
  for (std::string word; rollup >> word;) {
    std::size_t kb = 0;
    if (word == "Private_Dirty:" && rollup >> kb) size.private_kb = kb;
  }
  size.descriptors = entries(process + "/fd");
  size.threads = entries(process + "/task");
  size.files = testing::files_below(registry).size();
  return size;
}

class Growth : public ComponentTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void load_and_unload(int times) {
    for (int i = 0; i < times; ++i) {
      const auto made = load("Small");
      ASSERT_TRUE(made.success) << made.error_message.c_str();
      ASSERT_TRUE(unload(made.unique_id).success);
    }
  }
};

TEST_P(Growth, ThereIsNoneIn1000LoadsAndUnloads) {
  ChildProcess& container = start(GetParam(), {"--ros-args", "--log-level", "warn"});
  load_and_unload(200);
  const Size before = size_of(container.pid(), registry());
  load_and_unload(800);
  const Size after = size_of(container.pid(), registry());
  constexpr std::size_t noise_kb = 256;
  // A sanitizer's own books grow.
  if (testing::slowness == 1) {
    EXPECT_LE(after.private_kb, before.private_kb + noise_kb);
  }
  EXPECT_EQ(after.descriptors, before.descriptors);
  EXPECT_EQ(after.threads, before.threads);
  EXPECT_EQ(after.files, before.files);
  RecordProperty("private_kb_before", static_cast<int>(before.private_kb));
  RecordProperty("private_kb_after", static_cast<int>(after.private_kb));
}

INSTANTIATE_TEST_SUITE_P(OfContainers, Growth,
                         ::testing::Values("component_container", "component_container_mt",
                                           "component_container_isolated"),
                         [](const auto& kind) { return std::string(kind.param); });

class LoadingBesideTraffic : public ComponentTest {};

TEST_F(LoadingBesideTraffic, NeitherStopsNorLosesIt) {
  start("component_container_mt", {"--ros-args", "--log-level", "warn", "-p", "thread_num:=3"});
  std::uint64_t heard = 0;
  std::uint64_t last = 0;
  bool in_order = true;
  const auto subscription = node_->create_subscription<std_msgs::msg::UInt64>(
      "chatter", 10, [&](const std_msgs::msg::UInt64& message) {
        in_order = in_order && message.data > last;
        last = message.data;
        ++heard;
      });
  auto talker = request("Talker");
  talker.parameters.push_back(Parameter("period_us", 100).to_parameter_msg());
  ASSERT_TRUE(load(talker).success);
  constexpr int loads = 100;
  for (int i = 0; i < loads; ++i) {
    const std::uint64_t heard_before = heard;
    const auto made = load("Small");
    ASSERT_TRUE(made.success) << made.error_message.c_str();
    ASSERT_TRUE(spin_until([&] { return heard > heard_before; }));
    ASSERT_TRUE(unload(made.unique_id).success);
  }
  EXPECT_TRUE(in_order);
  EXPECT_GE(heard, static_cast<std::uint64_t>(loads));
}

}  // namespace
}  // namespace baton::components
